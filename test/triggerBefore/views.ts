import type { IDataObject } from 'n8n-workflow';
import { toSourceRecord } from '../../nodes/BusinessCardDataTrigger/source';
import type { SourceRecord } from '../../nodes/BusinessCardDataTrigger/source';
import type { Selection } from '../../nodes/BusinessCardDataTrigger/state';
import type { RecordState } from './records';
import { shownTime } from './timeForms';
import { steady, unsteadyFields, unsteadyTags } from './unsteady';

interface View {
	readonly record: SourceRecord;
	readonly text: string;
}

/** What lists show of states, and which states look so. */
export class Views {
	/** What lists show of each version, by what is asked for. */
	private readonly views = new Map<string, Map<number, View>>();

	private readonly byText = new Map<string, RecordState[]>();

	/** Records whose content differs from reading to reading. */
	private readonly unsteady = new Set<string>();

	/** Another state has been made. */
	meet({ id, unsteady }: RecordState): void {
		if (unsteady) this.unsteady.add(id);
	}

	/** What a list with this selection shows of a state at every reading, as text. */
	textOf(state: RecordState, selection: Selection): string {
		return this.viewOf(state, selection).text;
	}

	/** What every reading shows of the record that an item holds, as text. */
	textOfItem(item: IDataObject): string {
		return JSON.stringify(this.unsteady.has(String(item.id)) ? steady(item) : item);
	}

	/** The states that a list has shown with this text. */
	statesOf(text: string): readonly RecordState[] {
		return this.byText.get(text) ?? [];
	}

	/** A state as the reading with this number shows it. */
	reading(state: RecordState, selection: Selection, number: number): SourceRecord {
		const { record } = this.viewOf(state, selection);
		return state.unsteady ? toSourceRecord(this.jsonOf(state, selection, number), selection) : record;
	}

	private viewOf(state: RecordState, selection: Selection): View {
		const key = `${selection.version} ${selection.includeTags}`;
		let views = this.views.get(key);
		if (!views) this.views.set(key, (views = new Map<number, View>()));
		const known = views.get(state.version);
		if (known) return known;
		const json = this.jsonOf(state, selection, 0);
		const view = { record: toSourceRecord(json, selection), text: this.textOfItem(json) };
		views.set(state.version, view);
		const alike = this.byText.get(view.text);
		if (alike) alike.push(state);
		else this.byText.set(view.text, [state]);
		return view;
	}

	private jsonOf(state: RecordState, { includeTags, version }: Selection, reading: number): IDataObject {
		const { id, updated, registered, updatedForm, registeredForm, status, type, text, tags, unsteady } = state;
		const updatedTime = shownTime(updatedForm, updated);
		const registeredTime = shownTime(registeredForm, registered);
		return Object.freeze({
			id,
			...(registeredTime === undefined ? {} : { registeredTime }),
			...(updatedTime === undefined ? {} : { updatedTime }),
			...(status === undefined ? {} : { entryStatus: status }),
			...(type === undefined ? {} : { type }),
			memo: `text ${text}`,
			...(version === '2.0' ? {} : { countryCode: 'JP' }),
			...(includeTags ? { tags: unsteadyTags(unsteady, `t${tags}`, reading) } : {}),
			...unsteadyFields(unsteady, id, reading),
		});
	}
}
