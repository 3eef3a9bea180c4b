import ts from 'typescript'

/** What a name stands for in its file: values, functions and parameters; nothing where it is imported. */
export function meaningsOf(name: ts.Identifier): readonly ts.Node[] {
  for (let scope: ts.Node = name.parent; scope; scope = scope.parent) {
    const found = declaredIn(scope, name.text)
    if (found.length > 0) return found
  }
  return []
}

function declaredIn(scope: ts.Node, name: string): readonly ts.Node[] {
  if (ts.isFunctionLike(scope)) return scope.parameters.filter((one) => isNamed(one, name))
  if (ts.isForOfStatement(scope)) return []
  if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) return []
  return scope.statements.flatMap((statement): readonly ts.Node[] => {
    if (ts.isFunctionDeclaration(statement)) return statement.name?.text === name ? [statement] : []
    if (!ts.isVariableStatement(statement)) return []
    const { declarations } = statement.declarationList
    return declarations
      .filter((one) => isNamed(one, name))
      .flatMap(({ initializer }) => initializer ?? [])
  })
}

const isNamed = ({ name }: { name: ts.BindingName }, sought: string) =>
  ts.isIdentifier(name) && name.text === sought

/** The values that a function returns. */
export function returnsOf(of: ts.Node): ts.Node[] {
  if (ts.isArrowFunction(of) && !ts.isBlock(of.body)) return [of.body]
  if (!ts.isFunctionDeclaration(of) && !ts.isArrowFunction(of)) return []
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression)
    if (node === of || !ts.isFunctionLike(node)) ts.forEachChild(node, visit)
  }
  visit(of)
  return found
}

/** The name by which a function is called from all files, or with its file before it where it is not exported. */
export function nameOf(of: ts.Node, tree: ts.SourceFile): string | undefined {
  if (ts.isFunctionDeclaration(of)) return named(of.name?.text, of, tree)
  if (ts.isMethodDeclaration(of)) return `.${of.name.getText()}`
  const { parent } = of
  if (ts.isVariableDeclaration(parent))
    return named(parent.name.getText(), parent.parent.parent, tree)
  return undefined
}

function named(name: string | undefined, of: ts.Node, tree: ts.SourceFile): string | undefined {
  if (!name) return undefined
  const modifiers = ts.canHaveModifiers(of) ? (ts.getModifiers(of) ?? []) : []
  const isExported = modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  return isExported ? name : `${tree.fileName}:${name}`
}

/** `refuse` of `refuse(…)` and of `this.refuse(…)`. */
export function functionOf({ expression }: ts.CallExpression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined
}
