/** An account, whatever the directory is. */
export interface Account {
	readonly family: string;
	readonly given: string;
	readonly address: string;
	readonly department?: string;
	/** Accounts that are for nobody who works here. */
	readonly kind?: 'guest' | 'service';
	readonly isDisabled?: boolean;
}
