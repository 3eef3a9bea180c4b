import { test } from '@japa/runner'
import { freshName, PASSWORD } from '../../helpers/accounts.js'
import { marksInDisorder, normalizedDuring } from '../../helpers/normalized_texts.js'
import { importedUserValidator } from '../../../app/plugins/access/validators/import_validators.js'
import {
  createUserValidator,
  updateUserValidator,
} from '../../../app/plugins/access/validators/user_validators.js'
import { loginValidator } from '../../../app/plugins/identity/validators/identity_validators.js'
import { administrator } from '../access/support/caller.js'

const LONGEST = 64
/** In characters, of a name that fits. */
const LONGEST_WRITTEN = 8 * LONGEST
const VALIDATORS = {
  login: loginValidator,
  create: createUserValidator,
  update: updateUserValidator,
  import: importedUserValidator,
}

const hostile = `a${marksInDisorder(4_000)}`

function longestOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length))
}

test.group('Identity | names of very many marks', () => {
  test('refuse one at {$self} before it is normalized')
    .with(['login', 'create', 'update', 'import'] as const)
    .run(async ({ assert }, at) => {
      const given = { username: hostile, password: PASSWORD }
      let fields: string[] = []
      const texts = await normalizedDuring(async () => {
        const [error] = await VALIDATORS[at].tryValidate(given)
        fields = error!.messages.map(({ field }: { field: string }) => field)
      })
      assert.deepEqual(fields, ['username'])
      assert.isAtMost(longestOf(texts), LONGEST_WRITTEN)
    })

  test('judge a password by no more of a name than may be one', async ({ assert }) => {
    const given = { username: 'a', password: PASSWORD, nickname: hostile, email: hostile }
    const texts = await normalizedDuring(() => createUserValidator.tryValidate(given))
    assert.isAtMost(longestOf(texts), LONGEST_WRITTEN)
    const blanks = { ...given, email: undefined, nickname: `${' '.repeat(600)}Wolfgang` }
    const [error] = await createUserValidator.tryValidate({ ...blanks, password: 'Wolfgang-12' })
    assert.deepEqual(
      error!.messages.map(({ field }: { field: string }) => field),
      ['password']
    )
  })

  test('answer a login with one as with any name that is too long', async ({ client, assert }) => {
    const [marked, long] = await Promise.all(
      [hostile, 'a'.repeat(4_000)].map((username) =>
        client.post('/app/auth/login').json({ username, password: PASSWORD })
      )
    )
    marked!.assertStatus(422)
    const shown = ({ code, data }: Record<string, unknown>) => ({ code, data })
    assert.deepEqual(shown(marked!.body()), shown(long!.body()))
  })

  test('take a name that fits once it is written as it is kept', async ({ client }) => {
    const admin = await administrator(client)
    const letters = 'ᾂ'.repeat(LONGEST - 20)
    const username = `${' '.repeat(600)}${letters}${freshName('').replaceAll(/\D/g, '')}`
    await admin.must(
      admin.post('users', { username: username.normalize('NFD'), password: PASSWORD })
    )
    const again = { username: username.trim(), password: PASSWORD }
    ;(await admin.post('users', again)).assertStatus(409)
  })

  test('refuse a name on whose marks no order is put', async ({ client, assert }) => {
    const admin = await administrator(client)
    const username = `a${marksInDisorder(32)}`
    const refused = await admin.post('users', { username, password: PASSWORD })
    refused.assertStatus(422)
    assert.equal(refused.body().data.errors[0].rule, 'mistakable')
  })
})
