import { inject } from '@adonisjs/core'
import { Refusal } from '#kernel/errors/main'
import EditingSession from '../models/editing_session.js'
import DocumentVersion from '../models/document_version.js'
import { orRefusal } from '../or_refusal.js'
import { ForgottenFiles } from '../sessions/forgotten_files.js'
import { prefixIn, Sessions } from '../sessions/sessions.js'
import type { CommandFindings } from './command_check.js'
import { doubtful, failed, fine, skipped, type Finding } from './finding.js'

export const FORGOTTEN = 'undelivered saves'
const MOST_NAMED = 5

@inject()
export class ForgottenCheck {
  constructor(
    private readonly files: ForgottenFiles,
    private readonly sessions: Sessions
  ) {}

  async examine({ findings }: CommandFindings): Promise<Finding> {
    if (findings.some(({ state }) => state === 'failed'))
      return skipped(FORGOTTEN, 'It takes no command of ours')
    const keys = await orRefusal(this.files.keys())
    if (!(keys instanceof Refusal)) return this.#finding(keys)
    return failed(FORGOTTEN, keys.message, 'See the log of the document server')
  }

  async #finding(keys: readonly string[]): Promise<Finding> {
    const ours = keys.filter((key) => prefixIn(key) === this.sessions.prefix)
    const known = await this.sessions.oursAmong(ours)
    const orphans = ours.filter((key) => !known.some(({ sessionKey }) => sessionKey === key))
    if (orphans.length > 0) return orphaned(orphans)
    if (known.length > 0)
      return doubtful(
        FORGOTTEN,
        `${known.length} files wait to be taken over`,
        'Run node ace editor:sweep, and see the log'
      )
    const untold = await untoldCount()
    if (untold === 0) return fine(FORGOTTEN, 'It keeps nothing of ours')
    return doubtful(FORGOTTEN, `${untold} notices could not be sent yet`, 'See the log')
  }
}

/** Of documents that were removed, or made after the backup from which the database was restored. */
function orphaned(keys: readonly string[]): Finding {
  const more = keys.length > MOST_NAMED ? `, and ${keys.length - MOST_NAMED} more` : ''
  return doubtful(
    FORGOTTEN,
    `It keeps files of editing sessions that are not known here: ${keys.slice(0, MOST_NAMED).join(', ')}${more}`,
    'Fetch them from its store of forgotten files (App_Data/cache/files/forgotten), then delete them there'
  )
}

async function untoldCount(): Promise<number> {
  const versions = await DocumentVersion.query()
    .whereIn('kind', ['late', 'recovered'])
    .whereNot('placement', 'older')
    .whereNull('toldAt')
    .count('* as total')
  const sessions = await EditingSession.query()
    .whereNotNull('notice')
    .whereNull('toldAt')
    .count('* as total')
  return Number(versions[0]!.$extras.total) + Number(sessions[0]!.$extras.total)
}
