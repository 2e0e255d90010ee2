import { StandIn, type Fields, type StandInAnswer } from '../services';

/** What a contact shows, whatever its service calls it. */
export interface ShownContact {
	readonly id: string;
	readonly lastName: string;
	readonly firstName: string;
	readonly company: string;
	readonly title: string;
	readonly emails: readonly string[];
	/** All numbers, in the order in which they are stored. */
	readonly phones: readonly string[];
	readonly street: string;
	readonly postalCode: string;
	readonly notes: string;
	/** Whether it stands in the folder, or has the label, of the workflow. */
	readonly isInPlace: boolean;
}

/** The folder and the label of the workflows. */
export const PLACE = 'Business Cards';

/** The contacts of the people of a company: a service that a workflow for contacts writes to. */
export abstract class AddressBook extends StandIn {
	/** Addresses of the people who have contacts in it. */
	readonly holders = new Set<string>();

	/** What the service calls contacts and their places, one object for each holder. */
	protected contacts = (holder: string): string => `contacts of ${holder}`;
	protected places = (holder: string): string => `places of ${holder}`;

	/** The contacts of a holder, oldest first. */
	contactsOf(holder: string): ShownContact[] {
		return this.all(this.contacts(holder)).map((contact) => this.shown(holder, contact));
	}

	protected abstract shown(holder: string, contact: Fields): ShownContact;

	/** Names of the folders or labels that the holder has. */
	placesOf(holder: string): string[] {
		return this.all(this.places(holder)).map(({ name }) => String(name));
	}

	/** Lets a person change a contact. */
	abstract change(holder: string, id: string, change: { title?: string; notes?: string; phones?: string[] }): void;

	/** Lets a person take a contact out of its folder, or its label off. */
	abstract takeOut(holder: string, id: string): void;

	/** Lets a person delete a contact. */
	delete(holder: string, id: string): void {
		this.remove(this.contacts(holder), id);
	}

	/** Lets a person make a copy, as both services can; it carries what the workflow has left in the contact. */
	copy(holder: string, id: string): string {
		const { [this.idField]: _, ...fields } = { ...this.get(this.contacts(holder), id) };
		return this.make(this.contacts(holder), fields);
	}

	/** What the service answers to too many requests. */
	abstract busy(): StandInAnswer;
}
