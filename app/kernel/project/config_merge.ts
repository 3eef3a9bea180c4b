import { argumentsOf, callOf, type Node, type SourceFile } from './source_nodes.js'

/**
 * Adds to `config/app.ts` of an application what that of Chancery exports beyond it, and the properties of `http` that are
 * missing; what the application sets stays.
 */
export function addAppConfig(own: SourceFile, theirs: SourceFile): void {
  addHttp(own, theirs)
  for (const statement of theirs.getVariableStatements()) {
    const name = statement.getDeclarations()[0]!.getName()
    if (!own.getVariableDeclaration(name)) own.addStatements(`\n${statement.getFullText().trim()}`)
  }
  addImports(own, theirs)
}

function addHttp(own: SourceFile, theirs: SourceFile): void {
  const [target] = argumentsOf(callOf(own, 'defineConfig'))
  const [config] = argumentsOf(callOf(theirs, 'defineConfig'))
  const has = new Set(propertiesOf(target!).map(([name]) => name))
  const missing = propertiesOf(config!).filter(([name]) => !has.has(name))
  const added = missing.map(([, text]) => `  ${text},\n`).join('')
  target!.replaceWithText(target!.getText().replace('{', `{\n${added}`))
}

const propertiesOf = (object: Node): [name: string, text: string][] =>
  object
    .getChildAtIndex(1)
    .getChildren()
    .filter((one) => one.getKindName() === 'PropertyAssignment')
    .map((one) => [/^\w+/.exec(one.getText())![0], one.getFullText().trim()])

/** Of names that it uses now. */
function addImports(own: SourceFile, theirs: SourceFile): void {
  for (const declaration of theirs.getImportDeclarations()) {
    const moduleSpecifier = declaration.getModuleSpecifierValue()
    const missing = (name: string) => {
      const used = own.getFullText().match(new RegExp(`\\b${name}\\b`, 'g')) ?? []
      return used.length > 0 && !importedIn(own).has(name)
    }
    const namedImports = declaration
      .getNamedImports()
      .map((one) => one.getName())
      .filter(missing)
    const defaultImport = declaration.getDefaultImport()?.getText()
    if (namedImports.length > 0) own.addImportDeclaration({ namedImports, moduleSpecifier })
    if (defaultImport && missing(defaultImport))
      own.addImportDeclaration({ defaultImport, moduleSpecifier })
  }
}

const importedIn = (source: SourceFile): Set<string> =>
  new Set(
    source
      .getImportDeclarations()
      .flatMap((one) => [
        ...one.getNamedImports().map((name) => name.getName()),
        one.getDefaultImport()?.getText() ?? '',
      ])
  )
