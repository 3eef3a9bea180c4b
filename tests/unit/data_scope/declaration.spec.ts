import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose } from '@adonisjs/core/helpers'
import { BaseModel, column } from '@adonisjs/lucid/orm'
import { test } from '@japa/runner'
import { dataScopeOf, scopedBy, unscoped } from '#kernel/data_scope/declaration'
import { E_MODEL_UNDECLARED } from '#kernel/data_scope/errors'
import { assertModelsDeclared, findModels } from '#kernel/data_scope/main'
import { forgetTable, scopeOfTable, tableScopeOf } from '#kernel/data_scope/scope_registry'

class Note extends compose(BaseModel, scopedBy({ owner: 'writtenBy', labels: ['title'] })) {
  static table = 'declared_notes'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare title: string

  @column({ columnName: 'writer_id' })
  declare writtenBy: number
}

class LongNote extends Note {
  static table = 'declared_long_notes'
}

class Silent extends BaseModel {}

class Misspelt extends compose(BaseModel, scopedBy({ owner: 'ownerID' })) {
  static table = 'declared_misspelt'
}

class Word extends compose(BaseModel, unscoped('words are free')) {}

test.group('Data scope | declarations', (group) => {
  group.teardown(() => ['declared_notes', 'declared_long_notes'].forEach(forgetTable))

  test('resolve attributes to columns', ({ assert }) => {
    assert.deepInclude(tableScopeOf(Note), {
      table: 'declared_notes',
      owner: 'writer_id',
      department: null,
      stamps: true,
      labels: ['title'],
    })
    assert.equal(scopeOfTable('DECLARED_NOTES')?.model, 'Note')
  })

  test('inherit a declaration with a table of its own', ({ assert }) => {
    assert.deepInclude(tableScopeOf(LongNote), { table: 'declared_long_notes', owner: 'writer_id' })
  })

  test('take an unscoped model for everybody and keep its reason', ({ assert }) => {
    assert.isNull(tableScopeOf(Word))
    assert.deepEqual(dataScopeOf(Word), { kind: 'unscoped', reason: 'words are free' })
  })

  test('stop for a model that declares nothing', ({ assert }) => {
    const check = () => assertModelsDeclared([Note, Word, Silent])
    assert.throws(
      check,
      /^Model "Silent" does not say whose rows it keeps; extend compose\(BaseModel, scopedBy/
    )
    assert.throws(check, E_MODEL_UNDECLARED as never)
  })

  test('stop for a scope that names no column', ({ assert }) => {
    assert.throws(
      () => assertModelsDeclared([Misspelt]),
      /"Misspelt" names "ownerID" in scopedBy\(\)/
    )
  })

  test('find the models of folders and nothing else there', async ({ assert }) => {
    const folder = await mkdtemp(join(tmpdir(), 'models-'))
    const inside = join(process.cwd(), 'tmp')
    await mkdir(inside, { recursive: true })
    const models = await mkdtemp(join(inside, 'models-'))
    try {
      await mkdir(join(models, 'deep'))
      const source = (name: string) =>
        `import { BaseModel } from '@adonisjs/lucid/orm'\nexport default class ${name} extends BaseModel {}\nexport const other = 1\nexport class Plain {}\n`
      await writeFile(join(models, 'one.js'), source('One'))
      await writeFile(join(models, 'deep', 'two.js'), source('Two'))
      await writeFile(join(models, 'types.d.ts'), 'export type Nothing = never')
      const found = await findModels([models, join(folder, 'missing')])

      assert.sameMembers(
        found.map(({ name }) => name),
        ['One', 'Two']
      )
      assert.throws(() => assertModelsDeclared(found), /does not say whose rows it keeps/)
    } finally {
      await rm(folder, { recursive: true })
      await rm(models, { recursive: true })
    }
  })
})
