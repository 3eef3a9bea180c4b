import app from '@adonisjs/core/services/app'
import type { Group } from '@japa/runner/core'
import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/main'
import { Notices, type Notice } from '#kernel/plugins/main'
import DocumentVersion from '../../app/plugins/documents/models/document_version.js'
import EditingSession from '../../app/plugins/documents/models/editing_session.js'
import { titlesBeyond } from './told_titles.js'

/** As it reads in English. */
type HeardNotice = Notice & { title: string; body: string }

/** Keeps what people are told. */
export class HeardNotices extends Notices {
  readonly heard: { userIds: readonly number[]; notice: HeardNotice }[] = []
  /** Nobody can be reached. */
  isDown = false
  /** Titles that were told to people who could not see the document then. */
  readonly #beyond: string[] = []

  async send(userIds: readonly number[], notice: Notice) {
    if (this.isDown) return false
    this.#beyond.push(...(await titlesBeyond(userIds, notice)))
    const [title, body] = [String(notice.title), String(notice.body)]
    this.heard.push({ userIds, notice: { ...notice, title, body } })
    return true
  }

  /** Whatever a test was about: nobody was told the title of what they might not see. */
  assertDiscreet(): void {
    if (this.#beyond.length > 0) throw new Error(this.#beyond.join('\n'))
  }

  toldTo(userId: number): HeardNotice[] {
    return this.heard.flatMap(({ userIds, notice }) => (userIds.includes(userId) ? [notice] : []))
  }

  kindsToldTo(userId: number) {
    return this.toldTo(userId).map(({ data }) => data!.kind)
  }
}

/** Puts it in the place of whoever delivers notices. Give `deaf` to the teardown. */
export function hearNotices(): { notices: HeardNotices; deaf: () => void } {
  const notices = new HeardNotices()
  app.container.swap(Notices, () => notices)
  const deaf = () => {
    app.container.restore(Notices)
    notices.assertDiscreet()
  }
  return { notices, deaf }
}

/** What earlier tests left to be told is not heard in a later one. */
async function leaveNothingOwed() {
  const toldAt = toStored(DateTime.now())
  for (const owed of [DocumentVersion, EditingSession]) {
    await owed.query().whereNull('toldAt').update({ toldAt })
  }
}

/** What people are told in the test that runs, of each test of the group anew. */
export function noticesOf(group: Group): HeardNotices {
  let present = new HeardNotices()
  group.each.setup(async () => {
    await leaveNothingOwed()
    const { notices, deaf } = hearNotices()
    present = notices
    return deaf
  })
  return new Proxy(present, {
    get: (_first, name) => Reflect.get(present, name) as unknown,
    set: (_first, name, value) => Reflect.set(present, name, value),
  })
}
