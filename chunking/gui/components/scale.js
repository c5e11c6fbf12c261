// A colour scale in even steps of lightness (viridis, van der Walt & Smith 2015): more, or
// what is better, is lighter, in grey as well, and both ends stand out from a light and from a dark ground.

const SCALE = ['#440154', '#482878', '#3e4989', '#31688e', '#26828e', '#1f9e89', '#35b779', '#6ece58', '#b5de2b', '#fde725'].map(channels);

// The red, green and blue of a share from 0 to 1.
function shade(share) {
  const at = clamp(share, 0, 1) * (SCALE.length - 1);
  const low = Math.min(SCALE.length - 2, Math.floor(at));
  return SCALE[low].map((channel, i) => Math.round(channel + (SCALE[low + 1][i] - channel) * (at - low)));
}

// `falling`: the lowest is the lightest.
const shadeOf = (value, [low, high], falling = false) => `rgb(${shade(high > low ? (falling ? high - value : value - low) / (high - low) : 0.5)})`;

// The scale with its two ends in figures, as an element.
function scaleLegend(low, high, means, falling = false) {
  const bar = make('span', { class: 'bar', 'aria-hidden': 'true' });
  bar.style.background = `linear-gradient(${falling ? -90 : 90}deg, ${SCALE.map((colour) => `rgb(${colour})`).join(',')})`;
  return make('span', { class: 'scale' }, make('span', { class: 'number' }, low), bar, make('span', { class: 'number' }, high), ` ${means}`);
}
