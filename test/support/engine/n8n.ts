/**
 * Runs our nodes in n8n-core's real engine: its WorkflowExecute, RoutingNode, PollContext and request helpers. Only what
 * n8n itself supplies around the engine (node registry, credential store) is supplied here.
 */
export { runNode, runNodes, type NodeError, type NodeRun, type RunOptions } from './node';
export { loadOptions, searchList, testCredential } from './methods';
export { PolledTrigger } from './trigger';
export type { CredentialData } from './supplies';
