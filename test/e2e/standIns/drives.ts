import type { WorkflowNode } from '../../../scripts/realN8n/client';
import { StandIn, type Fields, type Route, type StandInAnswer, type StandInRequest } from './services';

/** A folder in the tests. */
const FOLDERS = ['inbox', 'sent'];

/** The file with this id that the tests put into a folder. */
type File = Fields & {
	readonly name: string;
	readonly parent: string;
	readonly mimeType: string;
	readonly bytes: Buffer;
};

/**
 * Files in folders of OneDrive and Google Drive, and files that somebody shared in a channel of Slack. The credential of n8n's own node
 * for OneDrive leads to it, and each event of Slack names its address. A call takes the place of each node for Google Drive, whose
 * address is fixed.
 */
export class Drives extends StandIn {
	readonly host = 'drives';

	readonly routes: readonly Route[] = [
		// Microsoft, *List children of a driveItem*, *Get driveItem*, *Download file*, *Move a driveItem to new folder*.
		['GET /v1.0/me/drive/items/([^/]+)/children', ([folder]) => this.children(folder)],
		['GET /v1.0/me/drive/items/([^/]+)', ([id]) => this.answerWith(id, (file) => ({ json: this.item(id, file) }))],
		['GET /v1.0/me/drive/items/([^/]+)/content', ([id]) => this.answerWith(id, ({ bytes }) => ({ bytes }))],
		['PATCH /v1.0/me/drive/items/([^/]+)', ([id], { body }) => this.moveInOneDrive(id, body)],
		// Google, *Search for files and folders*, *Download files*, *Move files between folders*.
		['GET /drive/v3/files', (_, request) => this.search(request)],
		['GET /drive/v3/files/([^/]+)', ([id]) => this.answerWith(id, ({ bytes }) => ({ bytes }))],
		['PATCH /drive/v3/files/([^/]+)', ([id], request) => this.moveInDrive(id, request)],
		// Slack, *File object*: `url_private_download` needs the token.
		['GET /files-pri/([^/]+)', ([id], { headers }) => this.download(id, headers.authorization)],
	];

	private file(id: unknown): File | undefined {
		return this.get('files', id) as File | undefined;
	}

	/** The ids of the files in a folder. */
	idsIn(folder: string): string[] {
		const files = this.all('files').filter(({ parent }) => parent === folder);
		return files.map(({ id }) => String(id));
	}

	private answerWith(id: unknown, answer: (file: File) => Omit<StandInAnswer, 'status'>): StandInAnswer {
		const file = this.file(id);
		return file ? { status: 200, ...answer(file) } : this.refuse(404, 'itemNotFound');
	}

	private item(id: unknown, { name, mimeType, parent }: File): Fields {
		return { id, name, file: { mimeType }, parentReference: { id: parent } };
	}

	private children(folder: unknown): StandInAnswer {
		if (!FOLDERS.includes(String(folder))) return this.refuse(404, 'itemNotFound');
		const items = this.idsIn(String(folder)).map((id) => this.item(id, this.file(id) as File));
		return { status: 200, json: { value: [...items, { id: 'f1', name: 'A folder', folder: { childCount: 0 } }] } };
	}

	private moveInOneDrive(id: unknown, { parentReference, name, ...more }: Fields): StandInAnswer {
		const { id: parent } = (parentReference ?? {}) as Fields;
		if (!FOLDERS.includes(String(parent)) || Object.keys(more).length > 0) return this.refuse(400, 'invalidRequest');
		// A folder has each name once.
		const isTaken = this.all('files').some((file) => file.parent === parent && file.name === name);
		if (isTaken) return this.refuse(409, 'nameAlreadyExists');
		return this.answerWith(id, (file) => {
			this.edit('files', id, { parent, name });
			return { json: this.item(id, file) };
		});
	}

	private search({ query }: StandInRequest): StandInAnswer {
		const q = query.get('q');
		if (q !== "mimeType contains 'image/' and 'inbox' in parents and trashed = false") {
			return this.refuse(400, `Invalid value: ${q}`);
		}
		const files = this.idsIn('inbox').map((id) => ({ id, ...this.file(id), bytes: undefined }));
		return { status: 200, json: files.filter(({ mimeType }) => mimeType?.startsWith('image/')) };
	}

	private moveInDrive(id: unknown, { query }: StandInRequest): StandInAnswer {
		const parent = query.get('addParents') ?? '';
		if (!FOLDERS.includes(parent)) return this.refuse(404, 'File not found');
		return this.answerWith(id, () => {
			this.edit('files', id, { parent });
			return { json: { id } };
		});
	}

	private download(id: unknown, authorization: string | undefined): StandInAnswer {
		return authorization === 'Bearer none' ? this.answerWith(id, ({ bytes }) => ({ bytes })) : this.refuse(403, 'no');
	}

	/** Makes a call of a node for Google Drive, with its values and what it outputs. */
	takePlaceOf(node: WorkflowNode, url: string): void {
		if (node.type !== 'n8n-nodes-base.googleDrive') return;
		const { operation, queryString, filter, folderId } = node.parameters;
		const valueOf = (locator: unknown) => (locator as { value: string } | undefined)?.value;
		const folder = valueOf((filter as { folderId?: unknown } | undefined)?.folderId);
		const query = (parameters: Record<string, unknown>) => ({
			sendQuery: true,
			queryParameters: { parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })) },
		});
		const file = `=${url}/drives/drive/v3/files/{{ $json.id }}`;
		const calls: Readonly<Record<string, object>> = {
			search: {
				url: `${url}/drives/drive/v3/files`,
				...query({ q: `${String(queryString)} and '${folder}' in parents and trashed = false` }),
			},
			download: { url: file, options: { response: { response: { responseFormat: 'file' } } } },
			move: { method: 'PATCH', url: file, ...query({ addParents: valueOf(folderId) }) },
		};
		const parameters = calls[String(operation)];
		Object.assign(node, { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, credentials: {}, parameters });
	}
}
