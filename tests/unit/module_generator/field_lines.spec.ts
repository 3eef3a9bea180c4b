import { test } from '@japa/runner'
import { parseFieldLines } from '../../../app/plugins/module_generator/drafting/field_lines.js'

const faultsOf = (text: string) => {
  try {
    parseFieldLines(text)
    return []
  } catch (error) {
    return (error as { errors: { message: string }[] }).errors.map(({ message }) => message)
  }
}

test.group('Module generator | field lines', () => {
  test('read types, arguments and modifiers', ({ assert }) => {
    assert.deepEqual(
      parseFieldLines(
        'title:string(80):required:search price:decimal(10,2) status:enum(draft,live):default(draft) kind:dictionary(kinds)'
      ),
      [
        { name: 'title', type: 'string', length: 80, required: true, searchable: true },
        { name: 'price', type: 'decimal', precision: 10, scale: 2 },
        { name: 'status', type: 'enum', values: ['draft', 'live'], default: 'draft' },
        { name: 'kind', type: 'enum', dictionary: 'kinds' },
      ]
    )
  })

  test('take references to people, departments and files for what they are', ({ assert }) => {
    const fields = parseFieldLines(
      'author:belongsTo(user) shelf:belongsTo(shelf) cover:belongsTo(file)'
    )
    assert.deepEqual(fields, [
      { name: 'author', type: 'user' },
      { name: 'shelf', type: 'belongsTo', target: 'shelf' },
      { name: 'cover', type: 'file' },
    ])
  })

  test('read the lines of a hasMany', ({ assert }) => {
    const [chapters] = parseFieldLines('chapters:hasMany(title:string:required, pages:integer)')
    assert.deepEqual(chapters?.fields, [
      { name: 'title', type: 'string', required: true },
      { name: 'pages', type: 'integer' },
    ])
  })

  test('make camelCase of other styles', ({ assert }) => {
    assert.deepEqual(
      parseFieldLines('published_at:date ISBN').map(({ name }) => name),
      ['publishedAt', 'isbn']
    )
  })

  test('name the part that cannot be read, and what would do', ({ assert }) => {
    assert.match(faultsOf('price:dezimal').join(), /no type "dezimal"; take one of: string/)
    assert.match(faultsOf('title:string:requird').join(), /no modifier "requird"/)
    assert.match(faultsOf('title:string(many)').join(), /needs a number/)
    assert.match(faultsOf('kind:dictionary').join(), /names no dictionary/)
    assert.match(faultsOf('').join(), /Name a field/)
    assert.lengthOf(faultsOf('1:string ?:string'), 2)
  })
})
