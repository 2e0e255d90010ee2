import fc from 'fast-check';
import { histories } from '../../test/sync/history';
import { simulate } from '../../test/sync/simulate';
import type { Portion, PortionResult } from './histories';

async function live({ seed, runs }: Portion): Promise<PortionResult> {
	const failures: string[] = [];
	for (const [place, history] of fc.sample(histories, { seed, numRuns: runs }).entries()) {
		const findings = await simulate(history).catch((error: unknown) => [`it broke off: ${String(error)}`]);
		if (findings.length > 0) failures.push(`seed ${seed}, place ${place}: ${findings.join('\n')}\n${JSON.stringify(history)}`);
	}
	return { lived: runs, failures };
}

process.on('message', (portion: Portion) => {
	void live(portion).then((result) => process.send?.(result));
});

// n8n-core keeps timers that nothing in it can stop.
process.on('disconnect', () => process.exit(0));
