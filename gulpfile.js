const { dest, parallel, src } = require('gulp');

/** n8n loads icons, codex files and output schemas from beside the built code. */
const copyIcons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const copyCodex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
const copySchemas = () => src('nodes/**/__schema__/**/*.json').pipe(dest('dist/nodes'));

exports.default = parallel(copyIcons, copyCodex, copySchemas);
