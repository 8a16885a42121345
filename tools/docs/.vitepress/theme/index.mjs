/** VitePress's theme with the fonts and colours of the dashboard: nothing is loaded from other hosts. */
import theme from 'vitepress/theme-without-fonts';
import './style.css';

export default theme;
