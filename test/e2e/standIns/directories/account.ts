/** An account, whatever the directory is. */
export interface Account {
	readonly family: string;
	readonly given: string;
	/** Its address now. */
	readonly address: string;
	/** Further addresses: both directories keep a former one, until an administrator removes it. */
	readonly aliases?: readonly string[];
	readonly department?: string;
	/** Accounts that are for nobody who works here. */
	readonly kind?: 'guest' | 'service';
	readonly isDisabled?: boolean;
}
