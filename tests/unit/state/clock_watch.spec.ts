import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { Logger } from '@adonisjs/core/logger'
import { databaseTime } from '#kernel/database/database_time'
import { Clock } from '#kernel/state/clock'
import { ClockCheck } from '#kernel/state/clock_check'
import { ClockWatch } from '#kernel/state/clock_watch'
import { AloneStatus } from '#kernel/state/state_status'

const MINUTE_MS = 60_000

test.group('State | clocks compared', () => {
  test('read the time of the database’s server, where there is one', async ({ assert }) => {
    const now = await databaseTime(db)
    if (db.connection().dialect.name.includes('sqlite')) return assert.isNull(now)
    assert.approximately(now!, new Clock().machine(), MINUTE_MS)
  })

  test('doubt a clock that Redis contradicts by more than minutes: {$self}')
    .with([-6, 6])
    .run(async ({ assert }, minutes) => {
      const clock = new Clock()
      const check = new ClockCheck(clock, new AloneStatus(), db)
      clock.correct(minutes * MINUTE_MS)
      await assert.rejects(
        () => check.assertAgreed(),
        new RegExp(`^This machine’s clock is 6 minutes ${minutes < 0 ? 'ahead of' : 'behind'}`)
      )
      clock.correct((minutes / 2) * MINUTE_MS)
      await check.assertAgreed()
    })

  test('say once that it is off, and once that it agrees', async ({ assert }) => {
    const said: string[] = []
    const destination = { write: (line: string) => void said.push(JSON.parse(line).msg) }
    const logger = new Logger({ enabled: true, level: 'info', destination })
    const clock = new Clock()
    const check = new ClockCheck(clock, new AloneStatus(), db)
    const watch = new ClockWatch(check, { explains: async () => false }, logger)
    for (const minutes of [0, 10, 10, 0, 0]) {
      clock.correct(minutes * MINUTE_MS)
      await watch.look()
    }
    assert.lengthOf(said, 2)
    assert.match(said[0]!, /^This machine’s clock is 10 minutes behind that of Redis: set both/)
    assert.match(said[1]!, /agree again/)
  })
})
