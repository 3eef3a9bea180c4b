import { test } from '@japa/runner'
import fc from 'fast-check'
import { PASSWORD } from '../../helpers/accounts.js'
import { loginValidator } from '../../../app/plugins/identity/validators/identity_validators.js'

const LONGEST = 64

test.group('Identity | long names', () => {
  test('refuse at once a name that is too long once it is written as it is kept', async ({
    client,
    assert,
  }) => {
    const began = performance.now()
    const answer = await client
      .post('/app/auth/login')
      .json({ username: '\uFDFA'.repeat(10), password: PASSWORD })
    answer.assertStatus(422)
    assert.equal(answer.body().data.errors[0].field, 'username')
    assert.isBelow(performance.now() - began, 5_000)
  })

  test('try the password of whatever name is let through', async ({ client }) => {
    const username = 'ﬀ'.repeat(LONGEST / 2)
    const answer = await client.post('/app/auth/login').json({ username, password: PASSWORD })
    answer.assertStatus(400)
  })

  test('let no name through that does not fit, whatever it is written with', async ({ assert }) => {
    const letters = fc.constantFrom('a', '\uFDFA', 'ﬀ', 'İ', '\u0958', ' ', 'ẞ', '㌕', '𝔘')
    const name = fc.oneof(
      fc.array(letters, { maxLength: LONGEST }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: LONGEST })
    )
    await fc.assert(
      fc.asyncProperty(name, async (username) => {
        const [error, output] = await loginValidator.tryValidate({ username, password: PASSWORD })
        if (!error) assert.isAtMost(output!.username.length, LONGEST)
      }),
      { numRuns: 300 }
    )
  })
})
