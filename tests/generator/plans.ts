/** A module to be made: its name, its field lines, and what the plan has beside them. */
export interface PlanCase {
  name: string
  fields: string
  also?: Record<string, unknown>
}

const one = (name: string, fields: string, also?: Record<string, unknown>): PlanCase => ({
  name,
  fields,
  also,
})

/** Plans of varied difficulty; those that refer to another stand after it. */
export const planCases: readonly PlanCase[] = [
  one('note', 'title:string:required:search'),
  one('memo', 'title:string body:text:search'),
  one(
    'product',
    'name:string:required:search price:decimal(10,2):required:min(0) stock:integer:default(0) sku:string(20):unique kind:enum(goods,service):default(goods) active:boolean:default(true) launched:date weight:decimal(8,3) notes:text maker:user'
  ),
  one('ticket', 'title:string:required state:enum(open,closed):default(open) urgent:boolean'),
  one('holiday', 'name:string:required day:date:required:unique'),
  one('meeting', 'title:string:required startsAt:datetime:required endsAt:datetime'),
  one('device', 'name:string:required configuration:json'),
  one('task', 'title:string:required responsible:user'),
  one('assignment', 'title:string:required worker:user:required'),
  one('budget', 'title:string:required spender:department amount:decimal(12,2)'),
  one('relocation', 'title:string:required destination:department:required'),
  one('contract', 'title:string:required scan:file'),
  one('certificate', 'title:string:required scan:file:required'),
  one('category', 'name:string:required:search parent:tree'),
  one('region', 'name:string:required parent:tree rank:integer', { ownership: 'shared' }),
  one('author', 'name:string:required:search born:date'),
  one('label', 'name:string(40):required:unique:search', { ownership: 'shared' }),
  one('novel', 'title:string:required:search author:belongsTo(author)'),
  one('essay', 'title:string:required author:belongsTo(author):required'),
  one('article', 'title:string:required labels:manyToMany(label)'),
  one('bulletin', 'title:string:required labels:manyToMany(label):required'),
  one(
    'invoice',
    'number:string(20):required:unique lines:hasMany(product:string:required,amount:decimal(10,2),pieces:integer)'
  ),
  one(
    'recipe',
    'name:string:required steps:hasMany(text:text:required,kind:enum(cook,wait),at:datetime,done:boolean)'
  ),
  one('draft-letter', 'title:string:required body:text', { softDelete: true }),
  one('archive-box', 'code:string(12):required:unique shelf:integer', { softDelete: true }),
  one('folder-entry', 'name:string:required parent:tree', { softDelete: true }),
  one('seat', 'row:integer:required place:integer:required day:date:required', {
    unique: [['row', 'place', 'day']],
  }),
  one('price-list', 'title:string:required validFrom:date validTo:date', {
    path: '/app/sales/price-lists',
  }),
  one('country', 'code:string(2):required:unique name:string:required', {
    ownership: 'shared',
    samples: [
      { code: 'DE', name: 'Germany' },
      { code: 'FR', name: 'France' },
    ],
  }),
  one('sheep', 'name:string:required:search weight:decimal(6,3)'),
  one('news-item', 'title:string:required published:boolean:default(true) slug:string:noform'),
  one('analysis', 'name:string:required result:json summary:text'),
  one('x', 'y:string'),
  one(
    'a-very-long-module-name-with-many-words',
    'aVeryLongFieldNameThatGoesOnAndOn:string:required'
  ),
  one(
    'http2-endpoint',
    'url2:string(2000):required retries3:integer:min(0):max(9) price4:decimal(8,2) at5:datetime data6:json calls:hasMany(status7:integer,at8:datetime)'
  ),
  one('quality-check', 'score:integer:required:min(1):max(5) ratio:decimal(5,4):min(0):max(1)'),
  one('switch-board', 'onState:boolean off:boolean bothWays:boolean:default(true)'),
  one('menu-card', 'title:string:required:label("The \'title\'")', {
    menu: { title: 'Menu cards', icon: 'list', sort: 7, directory: 'Kitchen' },
  }),
  one(
    'everything',
    'name:string:required:search:unique about:text pieces:integer amount:decimal(9,3) flag:boolean day:date:default(2026-01-01) at:datetime kind:enum(a,b,c):default(b) data:json doc:file owner2:user home:department author:belongsTo(author) labels:manyToMany(label) parent:tree lines:hasMany(note:string:required)'
  ),
  one('wide-table', Array.from({ length: 60 }, (_, index) => `field${index}:string(50)`).join(' ')),
]
