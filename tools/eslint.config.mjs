export { default } from '../eslint.tests.config.mjs';
