import type { Logger } from '@adonisjs/core/logger'
import { defaultLanguage, type Language, translate } from '#kernel/languages/main'
import { Notices, type Notice } from '#kernel/plugins/main'
import type { People } from '#plugins/identity/main'
import { type Notifier } from './notifier.js'

/** Other plugins' notices, delivered like any other, to everybody in the language that they have set. */
export class DeliveredNotices extends Notices {
  constructor(
    private readonly notifier: () => Promise<Notifier>,
    private readonly people: People,
    private readonly logger: Logger
  ) {
    super()
  }

  async send(userIds: readonly number[], notice: Notice): Promise<boolean> {
    try {
      const notifier = await this.notifier()
      for (const [language, ids] of await this.#byLanguage([...new Set(userIds)]))
        await notifier.send(ids, noticeIn(language, notice))
      return true
    } catch (error) {
      const title = String(notice.title)
      this.logger.error({ err: error, userIds, title }, 'a notice was not delivered')
      return false
    }
  }

  async #byLanguage(userIds: readonly number[]): Promise<Map<Language, number[]>> {
    const languages = await this.people.languagesOf(userIds)
    return Map.groupBy(userIds, (id) => languages.get(id) ?? defaultLanguage())
  }
}

function noticeIn(language: Language, { title, body, ...notice }: Notice) {
  return { title: translate(title, language), body: translate(body, language), ...notice }
}
