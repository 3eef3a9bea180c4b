import { test } from '@japa/runner'
import { normalizedPhone } from '#plugins/identity/validators/phone_number'

const STORED: Record<string, string | null> = {
  '+49 (0) 30 / 123-45.67': '+49301234567',
  '0049 30 1234567': '+49301234567',
  "'+49 30 1234567": '+49301234567',
  '(030) 123 45 67': '0301234567',
  '＋８６　１３８－０１３８－０００１': '+8613801380001',
  '\u202a+49\u00a030\u20111234567\u202c': '+49301234567',
  '491701234567': '491701234567',
  '110': '110',
  '12': null,
  '+49': null,
  '+0301234567': null,
  '1234567890123456': null,
  '+49+30': null,
  '4.91701E+11': null,
  '030 123 ext. 4': null,
  'call me': null,
  '': null,
}

test.group('Identity | telephone numbers', () => {
  for (const [written, stored] of Object.entries(STORED))
    test(`${stored === null ? 'refuse' : 'store'} ${JSON.stringify(written)}`, ({ assert }) => {
      assert.equal(normalizedPhone(written), stored)
    })
})
