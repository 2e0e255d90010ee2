import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Numbers of the sources, those included that a file keeps to itself: what the documentation says is held against them. */

const NODES = join(__dirname, '../../nodes');

const OPERATORS: Partial<Record<ts.SyntaxKind, (a: number, b: number) => number>> = {
	[ts.SyntaxKind.AsteriskToken]: (a, b) => a * b,
	[ts.SyntaxKind.AsteriskAsteriskToken]: (a, b) => a ** b,
};

function valueOf(node: ts.Expression): number | undefined {
	if (ts.isNumericLiteral(node)) return Number(node.text);
	if (!ts.isBinaryExpression(node)) return undefined;
	const [a, b] = [valueOf(node.left), valueOf(node.right)];
	return a === undefined || b === undefined ? undefined : OPERATORS[node.operatorToken.kind]?.(a, b);
}

/**
 * The number that a constant of a file below `nodes/` stands for.
 *
 * @throws when the file has no such constant, or it is not a number: then the table that asked for it is out of date
 */
export function sourceNumber(file: string, name: string): number {
	const source = ts.createSourceFile(file, readFileSync(join(NODES, file), 'utf8'), ts.ScriptTarget.Latest);
	const declarations = source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations]);
	const found = declarations.find((each) => ts.isIdentifier(each.name) && each.name.text === name)?.initializer;
	const value = found && valueOf(found);
	if (value === undefined) throw new Error(`nodes/${file} has no number ${name}`);
	return value;
}
