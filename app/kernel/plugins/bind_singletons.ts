import type { ApplicationService } from '@adonisjs/core/types'

type Dependency = new (...values: never[]) => object

/** A class whose constructor is marked with `@inject()`, or takes nothing. */
interface Injectable extends Dependency {
  containerInjections?: Record<string, { dependencies?: readonly Dependency[] }>
}

/**
 * Binds classes of which the application has one instance each; the container makes what their constructors ask for.
 *
 * ```ts
 * bindSingletons(this.app.container, [Rosters, Broadcaster])
 * ```
 */
export function bindSingletons(
  container: ApplicationService['container'],
  classes: readonly Injectable[]
): void {
  for (const Service of classes)
    container.singleton(Service, async (resolver) => {
      const dependencies = Service.containerInjections?._constructor?.dependencies ?? []
      const values = await Promise.all(dependencies.map((one) => resolver.make(one)))
      return new Service(...(values as never[]))
    })
}
