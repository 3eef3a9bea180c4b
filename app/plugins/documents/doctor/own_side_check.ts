import { inject } from '@adonisjs/core'
import { Health } from '#kernel/health/main'
import { EditorSettings } from '../editor/editor_settings.js'
import { failed, fine, skipped, type Finding } from './finding.js'
import { probe, type Probed } from '../editor/probe.js'
import { STORAGE, StorageCheck } from './storage_check.js'

const ADDRESS = 'our address'
const HEALTH = 'our health'
export const OWN_SIDE = [STORAGE, ADDRESS, HEALTH] as const

export interface OwnSide {
  findings: Finding[]
  /** Whether we are where the document server is told to call. */
  isOurs: boolean
  isWell: boolean
}

const REMEDIES: Readonly<Record<string, string>> = {
  'Redis': 'Start Redis, or mend REDIS_URL',
  'the database': 'Start the database, or see DB_HOST, DB_PORT and DATABASE_URL',
}

const ELSEWHERE =
  'See the log of the node that answers there: it says what it has lost; it may be stopping as well'

/** Whether we are where the document server is told to call, and are well: of what we lack, the document server is not to blame. */
@inject()
export class OwnSideCheck {
  constructor(
    private readonly settings: EditorSettings,
    private readonly storage: StorageCheck,
    private readonly health: Health
  ) {}

  async examine(): Promise<OwnSide> {
    const url = this.settings.publicUrl('/actuator/health')
    const [storage, probed] = [await this.storage.examine(), await probe(url)]
    const isOurs = isHealthCheck(probed)
    const health = isOurs
      ? await this.#healthFinding(url, probed, storage)
      : skipped(HEALTH, 'It is not known where we are')
    const isWell = isOurs && probed.status === 200
    const address = isOurs ? fine(ADDRESS, `${url} is ours`) : unansweredFinding(url, probed)
    return { findings: [storage, address, health], isOurs, isWell }
  }

  async #healthFinding(url: string, { status }: Probed, storage: Finding): Promise<Finding> {
    if (status === 200) return fine(HEALTH, 'The service is UP')
    const lost = (await this.health.lost()).find((what) => what in REMEDIES)
    if (lost)
      return failed(HEALTH, `The service is DOWN: it does not reach ${lost}`, REMEDIES[lost]!)
    if (storage.state === 'failed')
      return skipped(HEALTH, 'The service is DOWN because of its storage; mend that first')
    return failed(HEALTH, `${url} says DOWN, though from here nothing is missing`, ELSEWHERE)
  }
}

function unansweredFinding(url: string, { status, fault }: Probed): Finding {
  return failed(
    ADDRESS,
    `${url}: ${fault ?? `answers ${status}, and not as our health check`}`,
    'Start the service, and set EDITOR_PUBLIC_BASE_URL to the protocol, host, port and prefix under which the document server reaches it'
  )
}

/** Also while it says DOWN. */
function isHealthCheck({ status, text }: Probed): boolean {
  return (status === 200 && text.includes('"UP"')) || (status === 503 && text.includes('"DOWN"'))
}
