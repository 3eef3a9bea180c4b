# Compiles with all packages.
FROM node:24-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN node ace.js build && rm -rf build/tests build/benchmarks

# The packages that run in production.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:24-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3333
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /src/build ./
# Uploaded files, and the embedded database where no other is set; compiled code, kept for a restart.
RUN mkdir data tmp && chown node:node data tmp
VOLUME /app/data
USER node
EXPOSE 3333
STOPSIGNAL SIGTERM
# Before it listens it runs migrations, or waits for another node's: ten minutes at most. Once it was healthy that no longer counts.
HEALTHCHECK --interval=10s --timeout=3s --start-period=15m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/actuator/health/readiness`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/server.js"]
