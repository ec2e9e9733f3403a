<?php
/**
 * Tells plugins that join, copy, delay or rewrite scripts not to change ours. It is small, deferred and has a hash, which a
 * rewritten file would no longer match. Each plugin has its own way to exclude a script.
 *
 * @package WalletConnectButton
 */

namespace WalletConnectButton;

defined( 'ABSPATH' ) || exit;

/** The part of an address by which optimisers recognise the script. */
const OUR_SCRIPT = 'wallet-connect-button/dist/embed';

/** Attributes of a script tag that tell optimisers not to change it. */
function marks_for_optimisers(): array {
	return array(
		'data-cfasync'        => 'false',  // Cloudflare's Rocket Loader.
		'data-no-optimize'    => '1',      // LiteSpeed Cache.
		'data-no-defer'       => '1',      // LiteSpeed Cache.
		'data-no-minify'      => '1',      // WP Rocket and others.
		'data-noptimize'      => '1',      // Autoptimize.
		'nowprocket'          => true,     // WP Rocket.
		'data-jetpack-boost'  => 'ignore', // Jetpack Boost.
		'data-pagespeed-no-defer' => true, // Google's PageSpeed modules.
	);
}

/** Filters whose value is a list of addresses, or of parts of addresses. */
const LISTS_OF_ADDRESSES = array(
	'rocket_exclude_js',
	'rocket_exclude_defer_js',
	'rocket_delay_js_exclusions',
	'litespeed_optimize_js_excludes',
	'litespeed_optm_js_defer_exc',
	'litespeed_optm_gm_js_exc',
	'perfmatters_delay_js_exclusions',
	'perfmatters_minify_js_exclusions',
	'flying_press_exclude_from_minify:js',
	'flying_press_exclude_from_defer:js',
	'flying_press_exclude_from_delay:js',
	'wp-optimize-minify-default-exclusions',
);

/** Filters whose value is a list of script handles. */
const LISTS_OF_HANDLES = array(
	'sgo_js_minify_exclude',
	'sgo_javascript_combine_exclude',
	'sgo_js_async_exclude',
);

foreach ( LISTS_OF_ADDRESSES as $filter ) {
	add_filter(
		$filter,
		function ( $list ) {
			return array_merge( (array) $list, array( OUR_SCRIPT ) );
		}
	);
}

foreach ( LISTS_OF_HANDLES as $filter ) {
	add_filter(
		$filter,
		function ( $list ) {
			return array_merge( (array) $list, array( HANDLE ) );
		}
	);
}

// Autoptimize has its exclusions in one text, separated by commas.
add_filter(
	'autoptimize_filter_js_exclude',
	function ( $excluded ) {
		return is_array( $excluded ) ? array_merge( $excluded, array( OUR_SCRIPT ) ) : trim( $excluded . ', ' . OUR_SCRIPT, ', ' );
	}
);

// Jetpack Boost and Page Optimize ask for each handle.
add_filter(
	'js_do_concat',
	function ( $join, $handle ) {
		return HANDLE === $handle ? false : $join;
	},
	10,
	2
);
