import { test } from '@japa/runner'
import { redact } from '../../../app/plugins/module_generator/prompting/redact.js'

const secrets = [
  'use sk-abcdefghijklmnop1234 for the call',
  'password: hunter2hunter2',
  'the api_key is abcdefabcdef',
  'postgres://root:verysecret@db/x',
  'Authorization: Bearer abcdefghijklmnop',
  'AKIAABCDEFGHIJKLMNOP',
]

/** Each of them once took minutes. */
const long = [
  'a.',
  'eyJ-',
  'password ',
  'secret' + ' '.repeat(1_000),
  '-----BEGIN A ',
  '://a:',
  'bearer: ',
]

test.group('Module generator | redaction', () => {
  test('hide the secrets of a text', ({ assert }) => {
    for (const text of secrets)
      assert.notMatch(redact(text), /hunter2|abcdefghijkl|abcdefabcdef|verysecret|AKIA/)
  })

  test('come to an end with a long text that repeats itself', ({ assert }) => {
    for (const part of long) assert.isString(redact(part.repeat(Math.ceil(400_000 / part.length))))
  })

  test('leave other text as it is', ({ assert }) => {
    const text = 'books with a title, a price and a password-protected flag'
    assert.include(redact(text), 'books with a title, a price')
  })
})
