import type { ResourceDescription } from '../types';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';
import { getImage } from './getImage';
import { getTags } from './getTags';
import { search } from './search';
import { uploadImage } from './uploadImage';

/** Business cards (spec: E1-E7). */
export const businessCard: ResourceDescription = {
	value: 'businessCard',
	name: 'Business Card',
	operations: [create, get, getImage, getAll, getTags, search, uploadImage],
};
