import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import { type AuditRecord, AuditTrail } from '#kernel/auditing/main'
import { clock } from '#kernel/state/main'
import { freshName } from '../../helpers/accounts.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { AuditKey } from '../../../app/plugins/audit/chain/audit_key.js'
import { Sealer } from '../../../app/plugins/audit/chain/sealer.js'
import { VerifyChain } from '../../../app/plugins/audit/chain/verify_chain.js'
import { removeOldEntries } from '../../../app/plugins/audit/retention.js'

type Row = Record<string, unknown> & { id: number; seal_no: number }

const record: AuditRecord = {
  ...{
    action: 'updated',
    type: 'probe',
    id: 1,
    name: 'A probe',
    before: { a: 1 },
    after: { a: 2 },
  },
  ...{ actorId: 1, departmentId: 2, permission: 'system:probe:update', systemReason: 'to probe' },
  ...{ operation: 'PUT /probes/:id', requestId: 'r-1', address: '192.0.2.1' },
  ...{ outcome: 'done', reason: 'E_NONE' },
}

const key = () => app.container.make(AuditKey)
const seal = async () => new Sealer(await key(), await app.container.make('logger')).seal()
const verified = async () => new VerifyChain(await key()).handle()

/** Writes so many entries. */
async function written(count: number): Promise<void> {
  const trail = await app.container.make(AuditTrail)
  const records = Array.from({ length: count }, () => ({ ...record, name: freshName('probe') }))
  await trail.write(records, db.connection())
}

/** The last entries of the chain, the first first. */
async function lastRows(count: number): Promise<Row[]> {
  const rows = await db
    .from('audit_entries')
    .whereNotNull('seal_no')
    .orderBy('seal_no', 'desc')
    .limit(count)
  return rows.toReversed()
}

const put = (id: unknown, values: object) =>
  db
    .from('audit_entries')
    .where({ id: Number(id) })
    .update(values)

/** Tampers, expects these faults alone, and undoes it. */
async function tampered(
  assert: Assert,
  {
    faults,
    tamper,
    undo,
  }: { faults: RegExp[]; tamper(): Promise<unknown>; undo(): Promise<unknown> }
): Promise<void> {
  await tamper()
  const found = await verified()
  await undo()
  assert.equal(found.faults.length, faults.length, found.faults.join('\n'))
  faults.forEach((fault, index) => assert.match(found.faults[index]!, fault))
}

const CHANGED: [column: string, value: unknown][] = [
  ['created_at', '2026-01-01 00:00:00.000'],
  ...(['actor_id', 'department_id'] as const).map((name): [string, number] => [name, 77]),
  ...['permission', 'system_reason', 'operation', 'request_id', 'address', 'outcome', 'reason'].map(
    (name): [string, string] => [name, 'other']
  ),
  ...['action', 'subject_type', 'subject_id', 'details', 'nonce', 'mac', 'seal'].map(
    (name): [string, string] => [name, 'other']
  ),
  ...['details', 'details_digest', 'address', 'address_digest', 'actor_id'].map(
    (name): [string, null] => [name, null]
  ),
]

onEveryDatabase(
  test.group('Audit | the chain', (group) => {
    group.setup(async () => {
      await written(3)
      await seal()
    })

    test('is right as it was written, and counts what is not sealed yet', async ({ assert }) => {
      await written(2)
      const before = await verified()
      assert.deepEqual(before.faults, [])
      assert.equal(before.unsealed, 2)
      assert.equal(await seal(), 2)
      const after = await verified()
      assert.deepEqual([after.faults, after.unsealed], [[], 0])
      assert.equal(after.genuine, before.genuine + 2)
      const command = await ace.exec('audit:verify', [])
      assert.equal(command.exitCode, 0)
    })

    test('tells that {0} was set to {1}')
      .with(CHANGED)
      .run(async ({ assert }, [column, value]) => {
        const [row] = await lastRows(2)
        await tampered(assert, {
          faults: [new RegExp(`^Entry ${row!.id} `)],
          tamper: () => put(row!.id, { [column]: value }),
          undo: () => put(row!.id, { [column]: row![column] }),
        })
      })

    test('tells that the id of an entry was changed', async ({ assert }) => {
      const [row] = await lastRows(2)
      const id = 9_000_000
      await tampered(assert, {
        faults: [/^Entry 9000000 .* moved/],
        tamper: () => put(row!.id, { id }),
        undo: () => put(id, { id: row!.id }),
      })
    })

    test('tells which entries were removed: in between, and the last', async ({ assert }) => {
      const [first, second, last] = await lastRows(3)
      for (const rows of [[second!], [first!, second!], [last!]]) {
        const numbers = rows.map(({ seal_no: no }) => no)
        const said =
          rows.length > 1 ? `numbers ${numbers[0]} to ${numbers[1]}` : `number ${numbers[0]}`
        const ids = rows.map(({ id }) => Number(id))
        await tampered(assert, {
          faults: [new RegExp(`^Entries were removed: ${said}$`)],
          tamper: () => db.from('audit_entries').whereIn('id', ids).delete(),
          undo: () => db.table('audit_entries').multiInsert(rows),
        })
      }
    })

    test('tells which entry was inserted, sealed by hand or not, and seals none', async ({
      assert,
    }) => {
      const [row] = await lastRows(1)
      const { id: _id, ...values } = row!
      for (const forged of [
        { ...values, action: 'forged' },
        { ...values, seal_no: Number(row!.seal_no) + 1 },
        { ...values, action: 'forged', seal: null, seal_no: null },
      ].map((one) => ({ ...one, mac: freshName('mac') }))) {
        const id = 9_000_001
        await tampered(assert, {
          faults: [/^Entry 9000001\b.* inserted/],
          tamper: () => db.table('audit_entries').insert({ ...forged, id }),
          undo: async () => {
            await seal()
            const kept = await db.from('audit_entries').where({ id }).firstOrFail()
            if (forged.seal_no === null) assert.isNull(kept.seal_no)
            return db.from('audit_entries').where({ id }).delete()
          },
        })
      }
    })

    test('takes no copy of an entry', async ({ assert }) => {
      const [row] = await lastRows(1)
      const copy = { ...row!, id: 9_000_002, seal: null, seal_no: null }
      await assert.rejects(() => db.table('audit_entries').insert(copy))
    })

    test('tells of another APP_KEY, and checks entries from before with it', async ({ assert }) => {
      const own = app.config.get<{ release(): string }>('app.appKey').release()
      const alone = await new VerifyChain(new AuditKey('another key altogether')).handle()
      assert.isAbove(alone.ofAnotherKey, 2)
      assert.match(alone.faults[0]!, /another APP_KEY/)
      const both = await new VerifyChain(new AuditKey('another key altogether', own)).handle()
      assert.deepEqual([both.faults, both.ofAnotherKey], [[], 0])
    })

    test('tells that two entries changed places', async ({ assert }) => {
      const [first, second] = await lastRows(3)
      const { id: _one, seal_no: _no, seal: _seal, ...content } = first!
      const { id: _other, seal_no: _its, seal: _itsSeal, ...other } = second!
      const exchange = async (one: object, another: object) => {
        await put(first!.id, { mac: 'none' })
        await put(second!.id, another)
        await put(first!.id, one)
      }
      await tampered(assert, {
        faults: [/moved/, /moved/],
        tamper: () => exchange(other, content),
        undo: () => exchange(content, other),
      })
      await tampered(assert, {
        faults: [/moved/, /moved/],
        tamper: async () => {
          await put(first!.id, { seal_no: second!.seal_no })
          await put(second!.id, { seal_no: first!.seal_no })
        },
        undo: async () => {
          await put(first!.id, { seal_no: first!.seal_no })
          await put(second!.id, { seal_no: second!.seal_no })
        },
      })
    })

    test('tells that its ends were changed, and has the command fail', async ({ assert }) => {
      const ends = db.from('audit_chain').where('id', 1)
      const { last_no: last } = await ends.clone().firstOrFail()
      await ends.clone().update({ last_no: Number(last) + 1 })
      const command = await ace.exec('audit:verify', [])
      const { faults } = await verified()
      await ends.clone().update({ last_no: last })
      assert.equal(command.exitCode, 1)
      assert.deepEqual(faults, [
        'The row of audit_chain was altered, or written with another APP_KEY',
        `Entries were removed: number ${Number(last) + 1}`,
      ])
    })

    test('goes on from what retention left of it', async ({ assert }) => {
      const { first_no: first } = await db.from('audit_chain').firstOrFail()
      assert.equal(await removeOldEntries(await key(), { beforeMs: 0, most: 10 }), 0)
      assert.equal(
        await removeOldEntries(await key(), { beforeMs: clock.now() + 1_000, most: 2 }),
        2
      )
      assert.equal(Number((await db.from('audit_chain').firstOrFail()).first_no), Number(first) + 2)
      assert.deepEqual((await verified()).faults, [])
    })
  })
)
