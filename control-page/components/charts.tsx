/** Small charts with text alternatives. */
import type { RequestRate } from '../../mock/types/control.js';
import { formatPlural } from '../lib/format.js';

const width = 600;
const height = 96;

/** Requests per second as bars, with the errors among them. */
export function RateChart({ rates }: { readonly rates: readonly RequestRate[] }) {
  const most = Math.max(1, ...rates.map(({ requests }) => requests));
  const total = rates.reduce((sum, { requests }) => sum + requests, 0);
  const errors = rates.reduce((sum, rate) => sum + rate.errors, 0);
  const step = width / Math.max(1, rates.length);
  const toHeight = (count: number): number => (count === 0 ? 0 : Math.max(2, (count / most) * height));
  const label = `${formatPlural(total, 'request')} and ${formatPlural(errors, 'error')} in the last ${rates.length} seconds, with a peak of ${formatPlural(most, 'request')} per second`;
  return (
    <figure class="rate-chart">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {rates.map((rate, index) => (
          <g key={rate.time}>
            <rect class="bar" x={index * step + 1} width={step - 2} y={height - toHeight(rate.requests)} height={toHeight(rate.requests)} />
            <rect
              class="bar-error"
              x={index * step + 1}
              width={step - 2}
              y={height - toHeight(rate.errors)}
              height={toHeight(rate.errors)}
            />
          </g>
        ))}
        <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} />
      </svg>
      <figcaption>
        <span>{rates.length} s ago</span>
        <span>
          <span class="key requests" /> requests <span class="key errors" /> errors · peak: {formatPlural(most, 'request')} per second
        </span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}

/** A bar for a share from 0 to 1, beside the number that it shows. */
export function ShareBar({ share, kind = 'bad' }: { readonly share: number; readonly kind?: 'good' | 'bad' }) {
  return (
    <svg class={`share ${kind}`} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width={100} height={6} rx={2} />
      <rect width={Math.max(0, Math.min(1, share)) * 100} height={6} rx={2} />
    </svg>
  );
}
