import type { Logger } from '@adonisjs/core/logger'
import type { SweptStrays } from './strays.js'

/** What is wrong where strays were left because there are too many of them. */
export function tooManyStrays({ left, named }: SweptStrays): string {
  return `${left} objects in the storage are named by no row of this database, and ${named} are; none of the ${left} was removed. Most likely the database is not this storage's own: the settings are of another environment, or the database was lost, or restored from an older backup. Check DATABASE_URL, DB_* or SQLITE_PATH, and STORAGE_ROOT or S3_BUCKET; where they are left over indeed, node ace files:sweep --strays removes them`
}

/** Says it once, and again only after it was mended. */
export class StrayWarning {
  #isSaid = false

  constructor(private readonly logger: Logger) {}

  heed(swept: SweptStrays): void {
    if (swept.left > 0 && !this.#isSaid) this.logger.warn(tooManyStrays(swept))
    this.#isSaid = swept.left > 0
  }
}
