import { test } from '@japa/runner'
import { NO_CLAIMS } from '../../../app/plugins/module_generator/plan/claim_checks.js'
import { checkPlan } from '../../../app/plugins/module_generator/plan/check_plan.js'

const surroundings = { targets: new Map(), files: false, claims: NO_CLAIMS }
const title = { name: 'title', type: 'string' }
const faultsOf = (document: unknown) =>
  checkPlan(document, surroundings).faults.map(({ message }) => message)
const plan = (...fields: object[]) => ({ name: 'book', fields })

const nonsense: [title: string, document: unknown, message: RegExp][] = [
  ['no object', null, /JSON object/],
  ['a list', [], /JSON object/],
  ['a path for a name', { name: '../../etc', fields: [title] }, /must match/],
  ['a name of 300 characters', { name: 'a'.repeat(300), fields: [title] }, /at most 40/],
  ['a name in unicode', { name: 'bücher', fields: [title] }, /must match/],
  ['a reserved word', { name: 'class', fields: [title] }, /reserved word of JavaScript/],
  ['a keyword of SQL', { name: 'select', fields: [title] }, /keyword of SQL/],
  ['a name of the application’s own', { name: 'user', fields: [title] }, /already/],
  ['no fields', { name: 'book', fields: [] }, /fields/],
  [
    'a member that is unknown',
    { name: 'book', fields: [title], code: 'rm' },
    /does not know: "code"/,
  ],
  ['an unknown type', plan({ name: 'x', type: 'blob' }), /must be one of: string/],
  ['a field every module has', plan({ name: 'id', type: 'integer' }), /every module has/],
  ['a field every model has', plan({ name: 'save', type: 'string' }), /every model has/],
  ['a field twice', plan(title, { ...title, type: 'text' }), /collides with "title"/],
  ['an enum without values', plan({ name: 'status', type: 'enum' }), /add "values"/],
  ['a default of another type', plan({ name: 'pages', type: 'integer', default: 'x' }), /default/],
  [
    'a module that is not there',
    plan({ name: 'x', type: 'belongsTo', target: 'zzz' }),
    /make it first/,
  ],
  ['a file without files', plan(title, { name: 'cover', type: 'file' }), /plugin "files"/],
  ['two trees', plan(title, { name: 'a', type: 'tree' }, { name: 'b', type: 'tree' }), /keep one/],
  [
    'what must be given and stands in no form',
    plan({ ...title, required: true, form: false }),
    /give it a default/,
  ],
  [
    'an option of another type',
    plan({ name: 'x', type: 'boolean', length: 3 }),
    /takes no "length"/,
  ],
]

test.group('Module generator | plan check', () => {
  for (const [name, document, message] of nonsense) {
    test(`refuse ${name}, naming the remedy`, ({ assert }) => {
      assert.match(faultsOf(document).join('\n'), message)
    })
  }

  test('find no fault with a plan that is right', ({ assert }) => {
    const fields = [title, { name: 'status', type: 'enum', values: ['a', 'b'], default: 'a' }]
    assert.deepEqual(faultsOf({ version: 1, name: 'book', fields }), [])
  })
})
