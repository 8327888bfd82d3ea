// The theme of the site, with a picture of the control page beside the title of the home page.
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import overview from '../../images/overview.png';
// oxlint-disable-next-line import/no-unassigned-import -- the bundler adds the styles to the page
import './home.css';

const alt = 'The control page of a mock: traffic, errors by reason, and the coverage of methods';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, undefined, { 'home-hero-image': () => h('img', { src: overview, alt, class: 'home-picture' }) }),
};
