import { t, type Shaped } from '#kernel/contracts/main'

export const tokenPairShape = t.object(
  {
    accessToken: t.text({ description: 'Sent as `Authorization: Bearer …`' }),
    refreshToken: t.text({ description: 'Sent in the body of the refresh operation' }),
    tokenType: t.oneOf(['Bearer']),
    expiresIn: t.integer({ description: 'Lifetime of the access token in seconds' }),
    refreshExpiresIn: t.integer({ description: 'Lifetime of the refresh token in seconds' }),
  },
  { title: 'TokenPair' }
)

export type TokenPair = Shaped<typeof tokenPairShape>
