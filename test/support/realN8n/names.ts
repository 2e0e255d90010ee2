/** The package's name, which n8n puts before the names of its node types. */
export const packageName = 'n8n-nodes-business-card-data';

/** The credential type of the package. */
export const credentialType = 'businessCardDataApi';

/** The name under which the example workflows look for their credential. */
export const credentialName = 'Business Card Data account';
