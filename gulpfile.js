const { dest, parallel, src } = require('gulp');

/** n8n loads icons and codex files from beside the built code. */
const copyIcons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const copyCodex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

exports.default = parallel(copyIcons, copyCodex);
