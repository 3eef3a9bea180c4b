import { test } from '@japa/runner'
import { weaknessOf } from '../../../app/plugins/identity/login/password_rule.js'

const CONTEXT = ['ada.lovelace', 'Ada Lovelace', 'ada.lovelace@example.com']

test.group('Identity | rule of passwords', () => {
  test('refuse {$self}')
    .with([
      '',
      '1',
      'password',
      '12345678',
      'k9!vQ2zL#',
      'passwordpassword',
      'Password2024!',
      'P@ssw0rd1234',
      'qwertyuiop',
      '1234567890',
      '0987654321!',
      'qwerty123456',
      '1q2w3e4r5t6y',
      'aaaaaaaaaaaaaa',
      'abababababab',
      'abcdefghijkl',
      'letmein123456',
      'Welcome2026!!',
      'administrator1',
      'admin-admin-1',
      'Chancery2026!',
      'chancery-demo',
      '          ',
      'ｐａｓｓｗｏｒｄ１２３４',
    ])
    .run(({ assert }, password) => assert.isString(weaknessOf(password)))

  test('refuse what is little more than the name of whose it is: {$self}')
    .with(['ada.lovelace', 'AdaLovelace1', 'lovelace-2026', '4d4.l0v3l4c3', 'ecalevol.ada'])
    .run(({ assert }, password) => {
      assert.isString(weaknessOf(password, CONTEXT))
    })

  test('take {$self}')
    .with([
      'correct horse battery',
      ' blanks around it ',
      'an administrator’s password',
      'k9!vQ2zL#x',
      'Zwölf Boxkämpfer',
      '他们在图书馆里读书写字',
      'aGVsbG8gd29ybGQ',
      'ada reads a book',
    ])
    .run(({ assert }, password) => {
      assert.isNull(weaknessOf(password, CONTEXT))
    })

  /** What folding makes longer, and what stands in it again and again. */
  const HOSTILE = [
    { title: 'numerals', password: 'Ⅲ'.repeat(200), name: 'ⅢⅢⅢⅢⅢ '.repeat(85) },
    { title: 'ligatures', password: '\ufdfa'.repeat(200), name: '\ufdfa '.repeat(256) },
    { title: 'letters', password: 'a'.repeat(200), name: 'aaa '.repeat(128) },
    { title: 'ever longer words', password: 'a'.repeat(200), name: wordsOf('a') },
  ]

  test('look for few words, and at each place once: {title}')
    .with(HOSTILE)
    .run(({ assert }, { password, name }) => {
      const context = [name, name, name]
      assert.isBelow(
        looksDuring(() => weaknessOf(password, context)),
        50_000
      )
    })
})

/** From three letters on, as many as go into a name. */
function wordsOf(letter: string): string {
  return Array.from({ length: 28 }, (_, index) => letter.repeat(3 + index)).join(' ')
}

/** How often a text is looked through for another one. */
function looksDuring(work: () => unknown): number {
  let looks = 0
  const { indexOf } = String.prototype
  String.prototype.indexOf = function (this: string, ...asked) {
    looks++
    return indexOf.apply(this, asked)
  }
  try {
    work()
  } finally {
    String.prototype.indexOf = indexOf
  }
  return looks
}
