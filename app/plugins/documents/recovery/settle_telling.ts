import { inject } from '@adonisjs/core'
import { TellAuthors } from '../notices/tell_authors.js'
import { UntoldWork } from './untold_work.js'

/** Makes up for what people could not be told when it happened. */
@inject()
export class SettleTelling {
  constructor(
    private readonly authors: TellAuthors,
    private readonly untold: UntoldWork
  ) {}

  async handle(): Promise<void> {
    await this.authors.rest()
    await this.untold.rest()
  }
}
