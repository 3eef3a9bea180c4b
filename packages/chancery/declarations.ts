import ts from 'typescript'

const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed })

/** What TypeScript sources export: each name with its declaration, without bodies, comments and private members. */
export class Declarations {
  readonly #program: ts.Program
  readonly #checker: ts.TypeChecker
  readonly #emitted = new Map<ts.SourceFile, ts.SourceFile>()

  /** @param config path of a `tsconfig.json`, of which only the options are used */
  constructor(config: string, sources: readonly string[]) {
    this.#program = ts.createProgram(sources, {
      ...optionsOf(config),
      noCheck: true,
      noEmitOnError: false,
    })
    this.#checker = this.#program.getTypeChecker()
  }

  of(source: string): string[] {
    const file = this.#program.getSourceFile(source)!
    return this.#ofModule(this.#checker.getSymbolAtLocation(file)!)
  }

  #ofModule(module: ts.Symbol): string[] {
    const exported = this.#checker.getExportsOfModule(module)
    return exported.sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap((one) => this.#ofName(one))
  }

  #ofName(exported: ts.Symbol): string[] {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0
    const symbol = isAlias ? this.#checker.getAliasedSymbol(exported) : exported
    if (symbol.flags & ts.SymbolFlags.ValueModule)
      return [`namespace ${exported.name} {`, ...this.#ofModule(symbol), '}']
    const files = new Set(symbol.declarations!.map((one) => one.getSourceFile()))
    const found = [...files].flatMap((file) => this.#statements(file, symbol.name))
    const printed = found.map((one) => withBase(print(one), symbol))
    const name = symbol.name === 'default' ? namesOf(found[0]!)[0] : symbol.name
    return name === exported.name ? printed : [...printed, `export { ${name} as ${exported.name} }`]
  }

  #statements(file: ts.SourceFile, name: string): readonly ts.Statement[] {
    const isNamed = (one: ts.Statement) => namesOf(one).includes(name)
    return this.#declared(file).statements.filter(name === 'default' ? isDefault : isNamed)
  }

  /** The `.d.ts` of a file. */
  #declared(file: ts.SourceFile): ts.SourceFile {
    if (file.isDeclarationFile) return file
    const known = this.#emitted.get(file)
    if (known) return known
    let text = ''
    this.#program.emit(file, (_, written) => (text = written), undefined, true)
    const declared = ts.createSourceFile(file.fileName, text, ts.ScriptTarget.Latest, true)
    this.#emitted.set(file, declared)
    return declared
  }
}

function optionsOf(config: string): ts.CompilerOptions {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined }
  const { options } = ts.getParsedCommandLineOfConfigFile(config, {}, host)!
  return { ...options, sourceMap: false, inlineSources: false }
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map((one) => one.name.getText())
  return [(statement as ts.DeclarationStatement).name?.getText() ?? '']
}

/** What `export default` exports: a class or a function, or else a value, which the compiler names. */
function isDefault(statement: ts.Statement): boolean {
  return (
    namesOf(statement)[0] === '_default' || modifiersOf(statement).has(ts.SyntaxKind.DefaultKeyword)
  )
}

function modifiersOf(node: ts.Node): Set<ts.SyntaxKind> {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined
  return new Set(modifiers?.map((one) => one.kind))
}

/** Types of elsewhere by their name alone. */
function print(statement: ts.Statement): string {
  const { transformed } = ts.transform(statement, [() => withoutPrivate])
  return printer
    .printNode(ts.EmitHint.Unspecified, transformed[0]!, statement.getSourceFile())
    .replace(/^(export |default |declare )+/, '')
    .replaceAll(/import\("[^"]+"\)\./g, '')
}

function withoutPrivate(statement: ts.Statement): ts.Statement {
  if (!ts.isClassDeclaration(statement)) return statement
  const { modifiers, name, typeParameters, heritageClauses, members } = statement
  const open = members.filter((one) => !isPrivate(one))
  const { factory } = ts
  return factory.updateClassDeclaration(
    statement,
    modifiers,
    name,
    typeParameters,
    heritageClauses,
    open
  )
}

/** A private constructor says that only the class itself makes its instances. */
function isPrivate(member: ts.ClassElement): boolean {
  if (member.name && ts.isPrivateIdentifier(member.name)) return true
  return (
    modifiersOf(member).has(ts.SyntaxKind.PrivateKeyword) && !ts.isConstructorDeclaration(member)
  )
}

/** The compiler gives a name to the expression that a class extends. */
function withBase(text: string, { valueDeclaration }: ts.Symbol): string {
  if (!valueDeclaration || !ts.isClassDeclaration(valueDeclaration)) return text
  const { heritageClauses } = valueDeclaration
  const base = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    ?.types[0]
  return base ? text.replace(/(?<= extends )\w+_base\b/, () => base.getText()) : text
}
