import type { Administrator, Answer } from '../client.js'
import type { Body, Listed, Page, Row } from './page.js'

export const generator = '/app/dev/module-generator'

/** A module as a console shows it, by its page description and nothing else. */
export class Screen {
  private constructor(
    readonly page: Page,
    private readonly administrator: Administrator
  ) {}

  static async open(id: number, administrator: Administrator): Promise<Screen> {
    const page = await administrator.get<Page>('GET', `${generator}/modules/${id}/ui`)
    return new Screen(page, administrator)
  }

  /** The screen of what answers there; `null` where no module does. */
  static async at(path: string, administrator: Administrator): Promise<Screen | null> {
    type Module = { id: number; path: string }
    const modules = await administrator.get<Module[]>('GET', `${generator}/modules`)
    const module = modules.find((one) => one.path === path)
    return module ? Screen.open(module.id, administrator) : null
  }

  list(parameters: Record<string, string | number> = {}): Promise<Listed> {
    return this.administrator.get<Listed>('GET', `${this.page.path}?${queryOf(parameters)}`)
  }

  /** Every row there is, in pages as large as may be. */
  async all(parameters: Record<string, string | number> = {}): Promise<Row[]> {
    const { items, total } = await this.list({ ...parameters, pageSize: 200 })
    if (total !== items.length) throw new Error(`${items.length} rows in a list of ${total}`)
    return items
  }

  create(body: Body): Promise<Row> {
    return this.administrator.get<Row>('POST', this.page.path, body)
  }

  show(id: number): Promise<Row> {
    return this.administrator.get<Row>('GET', `${this.page.path}/${id}`)
  }

  update(id: number, body: Body): Promise<Row> {
    return this.administrator.get<Row>('PUT', `${this.page.path}/${id}`, body)
  }

  async remove(ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await this.administrator.get('DELETE', this.page.path + severalOf(ids))
  }

  /** Whatever the answer is. */
  ask(method: string, below = '', body?: Body): Promise<Answer> {
    return this.administrator.ask(method, this.page.path + below, body)
  }
}

export function severalOf(ids: readonly number[]): string {
  return `?ids=${ids.join(',')}`
}

export function queryOf(parameters: Record<string, string | number>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value))
  return query.toString()
}
