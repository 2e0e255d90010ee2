import { ParameterError } from '../../nodes/shared';

/** What is said of a parameter that an action refuses. @throws whatever else the action throws */
export function objectionOf(action: () => unknown): ParameterError['objection'] {
	try {
		action();
	} catch (error) {
		if (error instanceof ParameterError) return error.objection;
		throw error;
	}
	throw new Error('Nothing was refused');
}
