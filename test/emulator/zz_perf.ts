import { startEmulator, seedCompany } from '/work/main/test/emulator/index';
(async()=>{
const e = await startEmulator({rateLimit:false});
let t=Date.now(); seedCompany(e,{cards:300000,ownShare:1}); console.log('seed 300k',Date.now()-t,'ms', Math.round(process.memoryUsage().heapUsed/1e6),'MB');
const H={'X-Service-Api-Key':e.apiKey};
for (const kind of ['offset','keyset','snapshot'] as const) for (const by of ['updatedAt','registeredAt']) {
e.switches.tokenKind=kind; t=Date.now(); let n=0,pages=0,tok:any, first=0;
do { const r:any=await (await fetch(e.baseUrl+`/v3.2/bizCards?updatedFrom=2000-01-01T00:00:00Z&updatedTo=2100-01-01T00:00:00Z&orderBy=${by}&limit=300`+(tok?`&nextPageToken=${encodeURIComponent(tok)}`:''),{headers:H})).json(); if(!first)first=Date.now()-t; n+=r.data.length;tok=r.nextPageToken;pages++; if(!r.hasMore)break;} while(true);
console.log(kind,by,n,pages,Date.now()-t,'ms, first page',first);}
t=Date.now(); for(const c of [...e.company.cards.values()].slice(0,100000)) e.changeCard(c.id,{memo:'x'}); console.log('bulk change 100k',Date.now()-t);
await e.close();
})();
