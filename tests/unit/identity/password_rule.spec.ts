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
    .run(({ assert }, password) => assert.isNotNull(weaknessOf(password)))

  test('refuse what is little more than the name of whose it is: {$self}')
    .with(['ada.lovelace', 'AdaLovelace1', 'lovelace-2026', '4d4.l0v3l4c3', 'ecalevol.ada'])
    .run(({ assert }, password) => {
      assert.isNotNull(weaknessOf(password, CONTEXT))
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
})
