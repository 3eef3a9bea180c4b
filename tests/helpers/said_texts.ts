import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { PROJECT, sourceFiles } from './imports.js'
import { functionOf, meaningsOf, nameOf, returnsOf } from './source_names.js'

/** What the sources say to people, and where they say it in a way that cannot be translated. */
export interface SaidTexts {
  /** Files, by the English texts that are translated. */
  texts: Map<string, Set<string>>
  faults: string[]
}

/** Functions whose arguments people are told, and which of these. */
type Telling = Map<string, Set<number>>

const REMEDY =
  'a text with values cannot be translated; tag it with say`…` of #kernel/languages/main'
const REFUSAL = /^(?:refusals\.)?(E_[A-Z_]+|Overloaded|Known|Denied|Reason|Fault|[A-Z]\w*Refusal)$/
/** Errors that are not made by `defineError`: they stop the boot, or a command. */
const NO_REFUSAL = /class (E_[A-Z_]+) extends Exception/g

/** Translations themselves, pages of HTML, and what is for whoever operates the service. */
const ENGLISH =
  /\/texts\/|kernel\/(?:languages\/zh\.ts|pages\/|project\/)|api_docs\/page\/|\/commands\//

/** @param folder of TypeScript files, from the project's root */
export function saidTexts(folder: string): SaidTexts {
  const files = sourceFiles(folder).filter((file) => !ENGLISH.test(file))
  return saidIn(files.map((file) => [file, readFileSync(join(PROJECT, file), 'utf8')] as const))
}

export function saidIn(files: readonly (readonly [file: string, source: string])[]): SaidTexts {
  const untold = new Set(
    files.flatMap(([, source]) => [...source.matchAll(NO_REFUSAL)].map(([, name]) => name!))
  )
  const trees = files.map(([file, source]) =>
    ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  )
  const telling: Telling = new Map([
    ['defineError', new Set([2])],
    ['.watch', new Set([0])],
  ])
  for (let before = -1; before !== sizeOf(telling);) {
    before = sizeOf(telling)
    for (const tree of trees) new Reading(tree, telling, untold).read()
  }
  const said: SaidTexts = { texts: new Map(), faults: [] }
  for (const tree of trees) new Reading(tree, telling, untold, said).read()
  return said
}

const sizeOf = (telling: Telling) => [...telling.values()].reduce((sum, { size }) => sum + size, 0)

/** Reads one file. Whichever function passes a parameter on to where people are told it becomes one of `telling`. */
class Reading {
  readonly #seen = new Set<ts.Node>()

  constructor(
    private readonly tree: ts.SourceFile,
    private readonly telling: Telling,
    private readonly untold: ReadonlySet<string>,
    private readonly said: SaidTexts = { texts: new Map(), faults: [] }
  ) {}

  read(): void {
    this.#visit(this.tree)
  }

  #visit(node: ts.Node): void {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'say')
      this.#note(templateOf(node.template))
    if (ts.isNewExpression(node) && this.#isRefusal(node)) this.#told(node.arguments?.[0])
    if (ts.isCallExpression(node)) this.#readCall(node)
    if (ts.isObjectLiteralExpression(node)) this.#readObject(node)
    ts.forEachChild(node, (child) => this.#visit(child))
  }

  /** What stands where a person is told something. */
  #told(node: ts.Node | undefined): void {
    if (!node || this.#seen.has(node)) return
    this.#seen.add(node)
    if (ts.isStringLiteralLike(node)) return this.#note(node.text)
    if (ts.isTemplateExpression(node)) return this.#refuse(node)
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isNonNullExpression(node)
    )
      return this.#told(node.expression)
    if (ts.isConditionalExpression(node))
      return [node.whenTrue, node.whenFalse].forEach((one) => this.#told(one))
    if (ts.isBinaryExpression(node)) return this.#toldOf(node)
    if (ts.isCallExpression(node)) return this.#toldBy(node)
    if (ts.isIdentifier(node) || ts.isElementAccessExpression(node)) this.#toldAs(node)
  }

  #toldOf(node: ts.BinaryExpression): void {
    const { kind } = node.operatorToken
    if (kind === ts.SyntaxKind.PlusToken) return this.#refuse(node)
    if (kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken)
      [node.left, node.right].forEach((one) => this.#told(one))
  }

  /** What a function of the same file answers. */
  #toldBy(node: ts.CallExpression): void {
    if (!ts.isIdentifier(node.expression)) return
    for (const of of meaningsOf(node.expression))
      returnsOf(of).forEach((returned) => this.#told(returned))
  }

  /** A constant, a member of one, or a parameter. */
  #toldAs(node: ts.Identifier | ts.ElementAccessExpression): void {
    const name = ts.isIdentifier(node) ? node : node.expression
    if (!ts.isIdentifier(name)) return
    for (const meaning of meaningsOf(name)) {
      if (ts.isParameter(meaning)) this.#tells(meaning)
      else if (ts.isObjectLiteralExpression(meaning))
        for (const one of meaning.properties)
          if (ts.isPropertyAssignment(one)) this.#told(one.initializer)
      if (ts.isExpression(meaning)) this.#told(meaning)
    }
  }

  #tells(parameter: ts.ParameterDeclaration): void {
    this.#told(parameter.initializer)
    const name = nameOf(parameter.parent, this.tree)
    if (!name) return
    const places = this.telling.get(name) ?? new Set()
    this.telling.set(name, places.add(parameter.parent.parameters.indexOf(parameter)))
  }

  #readCall(node: ts.CallExpression): void {
    const name = functionOf(node)
    if (!name) return
    const method = ts.isPropertyAccessExpression(node.expression)
    const names = method ? [`.${name}`] : [name, `${this.tree.fileName}:${name}`]
    for (const place of names.flatMap((one) => [...(this.telling.get(one) ?? [])]))
      this.#told(node.arguments[place])
    if (name === 'deny') this.#told(node.arguments[0])
    if (node.expression.getText() === 'field.report') this.#readRule(node.arguments[0])
  }

  #readRule(message: ts.Expression | undefined): void {
    if (!message) return
    for (const one of ts.isIdentifier(message) ? meaningsOf(message) : [message]) {
      if (ts.isStringLiteralLike(one)) this.#note(ruleTemplate(one.text))
      else if (ts.isTemplateExpression(one)) this.#refuse(one)
    }
  }

  /** Faults of fields, notices, quotas, and what health consists of. */
  #readObject(node: ts.ObjectLiteralExpression): void {
    const names = new Set(node.properties.map((one) => one.name?.getText()))
    const isTold = (name: string) =>
      (name === 'message' && names.has('rule')) ||
      (name === 'spent' && names.has('duration')) ||
      (name === 'what' && names.has('answers')) ||
      ((name === 'title' || name === 'body') && names.has('title') && names.has('body'))
    for (const one of node.properties) {
      if (ts.isShorthandPropertyAssignment(one) && isTold(one.name.text)) this.#told(one.name)
      if (ts.isPropertyAssignment(one) && isTold(one.name.getText())) this.#told(one.initializer)
    }
  }

  #isRefusal({ expression }: ts.NewExpression): boolean {
    return REFUSAL.test(expression.getText()) && !this.untold.has(expression.getText())
  }

  #note(text: string): void {
    if (!/\p{L}/u.test(text)) return
    const files = this.said.texts.get(text) ?? new Set()
    this.said.texts.set(text, files.add(this.tree.fileName))
  }

  #refuse(node: ts.Node): void {
    const { line } = this.tree.getLineAndCharacterOfPosition(node.getStart())
    const fault = `${this.tree.fileName}:${line + 1}: ${REMEDY}`
    if (!this.said.faults.includes(fault)) this.said.faults.push(fault)
  }
}

function templateOf(node: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  const spans = node.templateSpans.map(({ literal }, index) => `{${index}}${literal.text}`)
  return node.head.text + spans.join('')
}

/** What VineJS writes as `{{ field }}`. */
export const ruleTemplate = (message: string): string =>
  message.replace(/\{\{\s*(\w+)\s*\}\}/g, '{$1}')
