import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** Certificates for a server of this machine, made for each run: no private key is kept anywhere. */

function der(tag: number, ...contents: Buffer[]): Buffer {
	const content = Buffer.concat(contents);
	const { length } = content;
	const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), content]);
}

const sequence = (...contents: Buffer[]) => der(0x30, ...contents);
const number = (...bytes: number[]) => der(0x02, Buffer.from(bytes));

const COMMON_NAME = der(0x06, Buffer.from([0x55, 0x04, 0x03]));
/** ECDSA with SHA-256. */
const ALGORITHM = sequence(der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])));

function nameOf(text: string): Buffer {
	return sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))));
}

/** In the form that years up to 2049 have. */
function timeOf(moment: Date): Buffer {
	const text = moment.toISOString().replace(/[-:T]|\.\d+/g, '').slice(2);
	return der(0x17, Buffer.from(text));
}

const DAY_MS = 86_400_000;

/** A certificate with its key, as a server takes them. */
export interface ServerCertificate {
	readonly key: string;
	readonly cert: string;
}

function newKey(): { privateKey: KeyObject; publicKey: KeyObject } {
	return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/**
 * Makes a certificate.
 *
 * @param issuer who has signed it: the server itself unless said
 * @param days from when to when it is valid, counted from today
 */
export function certificate(issuer = 'localhost', days: readonly [number, number] = [-1, 1]): ServerCertificate {
	const { privateKey, publicKey } = newKey();
	const signer = issuer === 'localhost' ? privateKey : newKey().privateKey;
	const [from, to] = days.map((day) => timeOf(new Date(Date.now() + day * DAY_MS)));
	const content = sequence(
		der(0xa0, number(2)),
		number(1),
		ALGORITHM,
		nameOf(issuer),
		sequence(from ?? Buffer.alloc(0), to ?? Buffer.alloc(0)),
		nameOf('localhost'),
		publicKey.export({ format: 'der', type: 'spki' }),
	);
	const signature = createSign('sha256').update(content).sign(signer);
	const whole = sequence(content, ALGORITHM, der(0x03, Buffer.from([0]), signature));
	const lines = whole.toString('base64').replace(/.{64}/g, '$&\n');
	return {
		key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
	};
}
