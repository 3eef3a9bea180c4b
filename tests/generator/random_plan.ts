import type { PlanCase } from './plans.js'
import type { Random } from './random.js'

const MOST_FIELDS = 9
let made = 0

type Draw = (random: Random) => string

const required: Draw = ({ of }) => of(['', ':required'])

/** A field line without its name, for each type of field, at the edges of what a plan may say. */
const types: readonly Draw[] = [
  ({ of }) => `string(${of([20, 60, 255, 2000])})${of(['', ':search', ':noform'])}`,
  () => 'string(20):unique',
  ({ of }) => `string:required${of(['', ':unique:search', ':label("The title")'])}`,
  ({ of }) => `text${of(['', ':search', ':required'])}`,
  ({ of }) => `integer${of(['', ':required', ':default(0)', ':min(-3):max(90)', ':unique'])}`,
  ({ of }) => `decimal(${of(['5,4', '10,2', '12,4'])})${of(['', ':required', ':min(0)'])}`,
  ({ of }) => `boolean${of(['', ':default(true)', ':default(false)', ':required'])}`,
  ({ of }) => `date${of(['', ':required', ':default(2028-02-29)'])}`,
  (random) => `datetime${required(random)}`,
  ({ of }) => `enum(${of(['a,b', 'only', 'open,closed,on-hold'])})${of(['', ':required'])}`,
  () => 'json',
  (random) => `file${required(random)}`,
  (random) => `user${required(random)}`,
  (random) => `department${required(random)}`,
  (random) => `belongsTo(author)${required(random)}`,
  (random) => `manyToMany(label)${required(random)}`,
  ({ of }) => `hasMany(note:string${of(['', ':required'])},size:integer,at:datetime)`,
]

/** A plan that nobody thought of: some fields in any order, a tree or not, and what a plan may say besides. */
export function randomPlan(random: Random): PlanCase {
  made += 1
  const drawn = Array.from({ length: 1 + random.below(MOST_FIELDS) }, () => random.of(types))
  const lines = drawn.map((draw, index) => `field${index}:${draw(random)}`)
  lines.push(random.of(['title:string', 'title:text:required', 'pieces:integer above:tree']))
  const also = {
    ...(random.below(3) === 0 && { ownership: 'shared' }),
    ...(random.below(4) === 0 && { softDelete: true }),
  }
  return { name: `random-${made}-${random.below(1_000)}`, fields: lines.join(' '), also }
}
