import type { Administrator } from '../client.js'
import { BodyMaker } from './body_maker.js'
import type { Listed, Row, Source } from './page.js'
import { Screen } from './screen.js'

/** Rows that a form may refer to: found where the page description says, or made there. */
export class Sources {
  #made = 0

  constructor(private readonly administrator: Administrator) {}

  /** At least so many. */
  async rows(source: Source, count: number): Promise<Row[]> {
    const rows = await this.#list(source)
    while (rows.length < count) rows.push(await this.#make(source))
    return rows
  }

  async statusOfRemoving({ path }: Source, id: number): Promise<number> {
    return (await this.administrator.ask('DELETE', `${path}/${id}`)).status
  }

  async #list({ path, query }: Source): Promise<Row[]> {
    const parameters = ['pageSize=50', ...(query ? [query] : [])].join('&')
    return (await this.administrator.get<Listed>('GET', `${path}?${parameters}`)).items
  }

  async #make({ path, upload }: Source): Promise<Row> {
    this.#made += 1
    const mark = `${Date.now().toString(36)} ${this.#made}`
    if (upload)
      return this.administrator.upload(path, `${mark}.txt`, `Contents ${mark}`) as Promise<Row>
    const screen = await Screen.at(path, this.administrator)
    if (screen) return screen.create(await new BodyMaker(screen.page, this).body())
    return this.administrator.get<Row>('POST', path, builtIn(path, mark))
  }
}

/** What the screens of the service itself send. */
function builtIn(path: string, mark: string): Record<string, unknown> {
  if (path.endsWith('/departments')) return { name: `Department ${mark}` }
  if (path.endsWith('/users'))
    return {
      username: `person${mark.replace(' ', '')}`,
      nickname: `Person ${mark}`,
      password: `a Long password ${mark}`,
    }
  throw new TypeError(`Nobody knows how to make a row at ${path}`)
}
