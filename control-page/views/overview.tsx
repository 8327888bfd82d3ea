/** The view `overview`: the APIs, the traffic and its errors, and which methods were called and which rules were triggered. */
import { useEffect, useState } from 'preact/hooks';
import type { CollectionList, Coverage, Statistics } from '../../mock/types/control.js';
import { Button } from '../components/controls.js';
import { Empty, ExternalLink, Panel, Problem, Table } from '../components/display.js';
import { RateChart, ShareBar } from '../components/charts.js';
import { useApis } from '../lib/apis.js';
import { formatCount, formatDuration, formatShare } from '../lib/format.js';
import { onRequests, sequence } from '../lib/live.js';
import { basePath, session, toHash } from '../lib/location.js';
import { useControl } from '../lib/use-load.js';
import { CoverageView } from './overview-coverage.js';
import { EvidenceView } from './overview-evidence.js';

/** The interval of updates while requests arrive, and of the chart that they move, in milliseconds. */
const refreshInterval = 300;
const chartInterval = 1000;
const chartLength = 60_000;
/** The maximum number of sessions that are shown. */
const maxSessions = 100;

/** Returns a number that changes soon after requests, and each second while the chart shows them. */
function useTick(): number {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    let lastRequest = Date.now();
    let refresh: ReturnType<typeof setTimeout> | undefined;
    const stop = onRequests(() => {
      lastRequest = Date.now();
      refresh ??= setTimeout(() => {
        refresh = undefined;
        setTick((value) => value + 1);
      }, refreshInterval);
    });
    const chart = setInterval(() => {
      if (Date.now() - lastRequest < chartLength + chartInterval) setTick((value) => value + 1);
    }, chartInterval);
    return () => {
      stop();
      clearTimeout(refresh);
      clearInterval(chart);
    };
  }, []);
  return tick;
}

export function Overview() {
  const tick = useTick();
  const statistics = useControl<Statistics>('statistics', [tick]);
  const coverage = useControl<Coverage>('coverage', [tick]);
  const apis = useApis();
  const problem = statistics.error ?? coverage.error;
  return (
    <>
      {problem && <Problem error={problem} onRetry={() => (statistics.reload(), coverage.reload())} />}
      {statistics.data && <Traffic statistics={statistics.data} />}
      <div class="columns">
        <Apis />
        <Sessions tick={tick} />
      </div>
      <EvidenceView />
      {apis && coverage.data && <CoverageView apis={apis} coverage={coverage.data} />}
    </>
  );
}

function Traffic({ statistics }: { readonly statistics: Statistics }) {
  const { requests, errorsByReason, latency, perSecond } = statistics;
  const errors = Object.values(errorsByReason).reduce((sum, count) => sum + count, 0);
  const recent = perSecond.slice(-11, -1);
  const rate = recent.reduce((sum, second) => sum + second.requests, 0) / Math.max(1, recent.length);
  const figures: readonly (readonly [title: string, value: string])[] = [
    ['Requests', formatCount(requests)],
    ['Per second', rate < 10 ? rate.toFixed(1) : formatCount(Math.round(rate))],
    ['Errors', formatCount(errors)],
    ['Error rate', formatShare(errors, requests)],
    ['Latency p50', formatDuration(latency.p50)],
    ['p90', formatDuration(latency.p90)],
    ['p99', formatDuration(latency.p99)],
  ];
  return (
    <div class="columns">
      <Panel title="Traffic">
        <dl class="figures">
          {figures.map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <RateChart rates={perSecond} />
      </Panel>
      <Panel title="Errors by reason">
        <ErrorReasons errorsByReason={errorsByReason} requests={requests} />
      </Panel>
    </div>
  );
}

function ErrorReasons({ errorsByReason, requests }: Pick<Statistics, 'errorsByReason' | 'requests'>) {
  const rows = Object.entries(errorsByReason).sort(([, a], [, b]) => b - a);
  const most = rows[0]?.[1] ?? 0;
  if (requests === 0) return <Empty title="No requests yet">Send a request to {`${location.origin}${basePath}`}</Empty>;
  if (rows.length === 0) return <Empty title="No errors" />;
  return (
    <Table
      label="Errors by reason"
      rows={rows}
      getKey={([reason]) => reason}
      columns={[
        { title: 'Reason', render: ([reason]) => <a href={toHash('requests', [], { reason })}>{reason}</a> },
        { title: 'Share', render: ([, count]) => <ShareBar share={count / most} /> },
        { title: 'Count', isNumber: true, render: ([, count]) => formatCount(count) },
        { title: 'Rate', isNumber: true, render: ([, count]) => formatShare(count, requests) },
      ]}
    />
  );
}

function Apis() {
  const apis = useApis();
  const { data } = useControl<CollectionList>('collections', [sequence.value]);
  if (!apis) return null;
  const countResources = (name: string, version: string): number | undefined =>
    data?.collections.reduce((sum, entry) => (entry.api === name && entry.version === version ? sum + entry.count : sum), 0);
  return (
    <Panel title="APIs">
      <Table
        label="APIs"
        rows={apis}
        getKey={({ name, version }) => `${name} ${version}`}
        columns={[
          { title: 'API', render: ({ name, version }) => <a href={toHash('resources', [name, version])}>{`${name} ${version}`}</a> },
          {
            title: 'Title',
            render: ({ title, documentationLink }) =>
              documentationLink === undefined ? title : <ExternalLink address={documentationLink}>{title}</ExternalLink>,
          },
          { title: 'Methods', isNumber: true, render: ({ methods }) => formatCount(methods) },
          { title: 'Resources', isNumber: true, render: ({ name, version }) => formatCount(countResources(name, version) ?? 0) },
        ]}
      />
    </Panel>
  );
}

/** The sessions, which requests select by a header. `tick` changes when there may be new ones. */
function Sessions({ tick }: { readonly tick: number }) {
  const { data } = useControl<{ readonly sessions: readonly string[] }>('sessions', [tick]);
  if (!data) return null;
  return (
    <Panel title="Sessions">
      <ul class="sessions">
        {data.sessions.slice(0, maxSessions).map((name) => (
          <li key={name}>
            <Button pressed={name === session.value} onClick={() => (session.value = name)}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
      {data.sessions.length > maxSessions && <p class="hint">{`and ${formatCount(data.sessions.length - maxSessions)} more`}</p>}
    </Panel>
  );
}
