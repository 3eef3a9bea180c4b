import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { test } from '@japa/runner'
import { join } from 'node:path'
import { DiskRoom } from '../../../app/plugins/files/storage/disk_room.js'

const FULL = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
const MORE_THAN_ANY_DISK = Number.MAX_SAFE_INTEGER
const NO_ROOM = /bytes found no room, and \d+ are free$/

test.group('Files | room on a disk', () => {
  const roomOf = async (cleanup: (work: () => Promise<void>) => void) => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-room-'))
    cleanup(() => rm(folder, { recursive: true }))
    return new DiskRoom(folder)
  }

  test('is missing for what found none, until as much was written', async ({ assert, cleanup }) => {
    const room = await roomOf(cleanup)
    await room.assertRoom()
    room.noteFailed(FULL, MORE_THAN_ANY_DISK)
    room.noteFailed(FULL, 1)
    await assert.rejects(() => room.assertRoom(), NO_ROOM)
    room.noteWritten(5)
    await assert.rejects(() => room.assertRoom(), NO_ROOM)
    room.noteWritten(MORE_THAN_ANY_DISK)
    await room.assertRoom()
  })

  test('is there again where the disk has as much', async ({ cleanup }) => {
    const room = await roomOf(cleanup)
    room.noteFailed(FULL, 1)
    await room.assertRoom()
    room.noteFailed(new Error('of another kind'), MORE_THAN_ANY_DISK)
    await room.assertRoom()
  })

  test('is needed twice for what is copied on the same disk', async ({ assert, cleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-room-'))
    cleanup(() => rm(folder, { recursive: true }))
    const path = join(folder, 'incoming')
    await writeFile(path, 'twelve bytes')
    assert.equal(await new DiskRoom(folder).takenWhileCopied(path), 24)
    if (existsSync('/proc')) assert.equal(await new DiskRoom('/proc').takenWhileCopied(path), 12)
  })
})
