import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import fc from 'fast-check'
import ts from 'typescript'
import { planSchema, type ModulePlan } from '../../../app/plugins/module_generator/main.js'
import { NO_CLAIMS } from '../../../app/plugins/module_generator/plan/claim_checks.js'
import { checkPlan } from '../../../app/plugins/module_generator/plan/check_plan.js'
import { resolvePlan } from '../../../app/plugins/module_generator/plan/resolve_plan.js'
import {
  Renderer,
  type RenderedFile,
} from '../../../app/plugins/module_generator/rendering/renderer.js'
import { testSeed } from '../../helpers/seed.js'
import { harmless } from './hostile_plan.js'

type Place = readonly (string | number)[]
interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  patternProperties?: Record<string, Schema>
}

const friend = {
  name: 'friend',
  plugin: 'friend',
  path: '/app/friends',
  model: 'Friend',
  table: 'friends',
  label: 'name',
  labelNullable: false,
  softDelete: false,
}
const targets = new Map([['friend', friend]])
const surroundings = { targets, files: true, claims: NO_CLAIMS }
const renderer = new Renderer(app, app.makePath('stubs'))
const evil = 'globalThis.harmed = 1'

const hostile = [
  `*/ ${evil} /*`,
  `\n*/\n${evil}\n/*`,
  `'; ${evil}; '`,
  `"; ${evil}; "`,
  `\`; ${evil}; \``,
  `\${${evil}}`,
  `\\'+(${evil})+\\'`,
  `\u2028${evil}\u2029//`,
  `<!--EXPORT_START-->{"to":"config/harmed.ts"}<!--EXPORT_END-->`,
  `{{{ ${evil} }}} {{#if true}}`,
  `__proto__`,
  `../../config/harmed`,
]
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '*',
        '/',
        '\\',
        '`',
        '$',
        '{',
        '}',
        "'",
        '"',
        '<',
        '!--',
        '\n',
        '\r',
        ' ',
        ';'
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom('EXPORT_START-->', evil, '*/', '//', '\u2028', '\u200D')
    ),
    { minLength: 1, maxLength: 12 }
  )
  .map((parts) => parts.join('').slice(0, 60))
  .filter((one) => one !== '')

/** Where the schema takes text of whoever writes a plan. */
function* textPlaces(schema: Schema, place: Place = []): Generator<Place> {
  if (schema.type === 'string' && !schema.enum && schema.const === undefined) yield place
  if (schema.anyOf?.some(({ type, enum: one }) => type === 'string' && !one)) yield place
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    yield* textPlaces(member, [...place, name])
  if (schema.items) yield* textPlaces(schema.items, [...place, 0])
  for (const member of Object.values(schema.patternProperties ?? {}))
    yield* textPlaces(member, [...place, '*'])
}

/** The places of a plan that fit one of the schema's. */
function placesIn(document: unknown, place: Place): Place[] {
  const [first, ...rest] = place
  if (first === undefined) return typeof document === 'string' ? [[]] : []
  if (typeof document !== 'object' || document === null) return []
  const keys = first === 0 || first === '*' ? Object.keys(document) : [first]
  return keys.flatMap((key) =>
    placesIn((document as Record<string, unknown>)[key], rest).map((one) => [key, ...one])
  )
}

function withText(place: Place, value: string, plan = structuredClone(harmless)): ModulePlan {
  let at = plan as unknown as Record<string, unknown>
  for (const key of place.slice(0, -1)) at = at[key] as Record<string, unknown>
  at[place.at(-1)!] = value
  return plan
}

const isSound = (plan: ModulePlan) => checkPlan(plan, surroundings).faults.length === 0
const render = (plan: ModulePlan) => renderer.module(resolvePlan(plan, targets), 1)

/** What a file does, whatever the texts in it say: its nodes, in order, and how many comments there are. */
function shapeOf({ path, content }: RenderedFile) {
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true)
  const { parseDiagnostics } = source as unknown as { parseDiagnostics: ts.Diagnostic[] }
  const kinds: string[] = []
  const visit = (node: ts.Node) => {
    kinds.push(ts.SyntaxKind[node.kind])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return {
    path,
    faults: parseDiagnostics.map(({ messageText }) => messageText),
    kinds: kinds.join(' '),
    comments: commentsIn(source),
  }
}

function commentsIn(source: ts.SourceFile): number {
  const found = new Set<number>()
  const visit = (node: ts.Node) => {
    for (const { pos } of ts.getLeadingCommentRanges(source.text, node.pos) ?? []) found.add(pos)
    for (const { pos } of ts.getTrailingCommentRanges(source.text, node.end) ?? []) found.add(pos)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found.size
}

const shapesOf = async (plan: ModulePlan) => (await render(plan)).map(shapeOf)

test.group('Module generator | hostile plans', () => {
  const schemaPlaces = [...textPlaces(planSchema as Schema)]
  const places = schemaPlaces.flatMap((place) => placesIn(harmless, place))

  test('know a harmless text for every member of a plan that takes text', ({ assert }) => {
    assert.deepEqual(checkPlan(harmless, surroundings).faults, [])
    const without = schemaPlaces.filter((place) => placesIn(harmless, place).length === 0)
    const said = without.map((place) => place.join('.'))
    // A line refers to nothing.
    assert.deepEqual(said, ['fields.0.fields.0.target'])
  })

  const free = places.filter((place) => isSound(withText(place, 'Other words')))

  /** Each text where it is taken, all in one plan. */
  const planOf = (texts: (index: number) => string) => {
    const plan = structuredClone(harmless)
    for (const [index, place] of free.entries())
      if (isSound(withText(place, texts(index)))) withText(place, texts(index), plan)
    return plan
  }

  test('take no hostile text for a name', async ({ assert }) => {
    const plain = await shapesOf(harmless)
    for (const place of places.filter((one) => !free.includes(one)))
      for (const value of hostile) {
        const plan = withText(place, value)
        if (isSound(plan)) assert.deepEqual(await shapesOf(plan), plain, place.join('.'))
      }
  })

  test('render no code where every text is hostile', async ({ assert }) => {
    const plain = await shapesOf(harmless)
    for (const value of hostile)
      assert.deepEqual(await shapesOf(planOf(() => value)), plain, JSON.stringify(value))
  })

  test('render no code from whatever texts say', async ({ assert }) => {
    assert.isAbove(free.length, 12)
    const plain = await shapesOf(harmless)
    const texts = fc.array(text, { minLength: free.length, maxLength: free.length })
    const property = fc.asyncProperty(texts, async (drawn) => {
      assert.deepEqual(await shapesOf(planOf((index) => drawn[index]!)), plain)
    })
    await fc.assert(property, { seed: testSeed(), numRuns: 5 })
  })
})
