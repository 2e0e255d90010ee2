import { CRM_STORIES, tell } from './examples/stories';

tell(CRM_STORIES);
