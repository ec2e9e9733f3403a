<?php
/**
 * What is for members stays with members: in pages, excerpts, searches and caches, also where an author forgets the end of the shortcode.
 *
 * @package WalletConnectButton
 */

namespace WalletConnectButton;

defined( 'ABSPATH' ) || exit;

const MEMBERS_TAG = '[wallet_members]';
const MEMBERS_END = '[/wallet_members]';

/**
 * The headers of an answer that nobody else may get.
 *
 * @param array $headers WordPress's own headers against caching, which forbid no shared cache to keep a copy.
 */
function forbid_copies( $headers ): array {
	return array( 'Cache-Control' => 'no-store, no-cache, must-revalidate, max-age=0, private' ) + $headers;
}

/** Tells caches to keep no copy of this answer, because it depends on who asks. */
function keep_private(): void {
	defined( 'DONOTCACHEPAGE' ) || define( 'DONOTCACHEPAGE', true );
	add_filter( 'nocache_headers', __NAMESPACE__ . '\forbid_copies' );
	if ( ! headers_sent() ) {
		nocache_headers();
	}
}

/** Whether the request has a member's cookie. Its answer may contain what is for members, wherever a theme or a plugin writes it. */
function is_member_request(): bool {
	return isset( $_COOKIE[ MEMBER_COOKIE ] );
}

if ( is_member_request() ) {
	add_action( 'init', __NAMESPACE__ . '\keep_private' );
	add_filter( 'rest_send_nocache_headers', '__return_true' );
}

// Other visitors get a form with a nonce. Where the post itself has the shortcode, this is known before the theme writes anything.
add_action(
	'template_redirect',
	function () {
		$post = get_post();
		if ( $post && is_singular() && ( has_shortcode( $post->post_content, 'wallet_members' ) || has_shortcode( $post->post_content, 'wallet_member' ) ) ) {
			keep_private();
		}
	}
);

add_shortcode(
	'wallet_members',
	function ( $given, $content = '' ) {
		keep_private();
		return '' === read_member() ? draw_sign_in() : do_shortcode( (string) $content ) . draw_sign_out();
	}
);

add_shortcode(
	'wallet_member',
	function () {
		keep_private();
		$address = substr( (string) strrchr( read_member(), ':' ), 1 );
		return '' === $address ? '' : sprintf( '<bdi>%s</bdi>', esc_html( substr( $address, 0, 6 ) . '…' . substr( $address, -4 ) ) );
	}
);

/**
 * Whether a text may have a tag of the shortcode, however it is spelt.
 *
 * @param mixed $content The text.
 */
function has_members_tag( $content ): bool {
	return is_string( $content ) && false !== stripos( $content, 'wallet_members' );
}

/**
 * Divides a text into parts for members and parts for everybody. Where the beginning or the end of the shortcode is missing, everything up
 * to the nearest other one is for members.
 *
 * @param string $content The text with shortcodes.
 * @return array{0: array<array{0: bool, 1: string}>, 1: bool} Each part with whether it is for members, and whether a tag is missing or misspelt.
 */
function divide_content( string $content ): array {
	// An example, which WordPress shows as it is, has one bracket more before its beginning and one after its end.
	$texts  = preg_split( '#((?<!\[)\[wallet_members\b[^\]]*\]|\[/wallet_members\b[^\]]*\](?!\]))#i', $content, -1, PREG_SPLIT_DELIM_CAPTURE );
	$parts  = array();
	$inside = false;
	$faulty = false;
	$begin  = '';
	for ( $at = 0, $count = count( $texts ); $at < $count; $at += 2 ) {
		$tag    = $texts[ $at + 1 ] ?? '';
		$is_end = '/' === substr( $tag, 1, 1 );
		// WordPress reads a tag only if it is spelt like this. A beginning with a slash at its end has no content.
		$is_read = in_array( $tag, array( '', MEMBERS_END ), true ) || 1 === preg_match( '#^\[wallet_members(?:\s[^\]<]*)?(?<!/)\]$#D', $tag );
		// Members see another spelling as text. It may contain a quotation mark or a bracket without which the HTML would become another.
		$shown   = in_array( $tag, array( '', MEMBERS_TAG, MEMBERS_END ), true ) ? '' : strtr( $tag, array( '[' => '&#91;', ']' => '&#93;' ) );
		$parts[] = array( $inside || $is_end, $begin . $texts[ $at ] . ( $is_end ? $shown : '' ) );
		$begin   = $is_end ? '' : $shown;
		$faulty  = $faulty || ! $is_read || ( $inside ? ! $is_end : $is_end );
		$inside  = '' !== $tag && ! $is_end;
	}
	return array( $parts, $faulty );
}

/**
 * The parts of a text for members, or those for everybody.
 *
 * @param string $content   The text with shortcodes.
 * @param bool   $is_hidden Whether the parts for members are asked for.
 */
function join_parts( string $content, bool $is_hidden ): string {
	$texts = array();
	foreach ( divide_content( $content )[0] as $part ) {
		$texts[] = $part[0] === $is_hidden ? $part[1] : ' ';
	}
	return implode( '', $texts );
}

/**
 * Gives each part for members its beginning and its end.
 *
 * @param string $content  The text with shortcodes, before they are replaced.
 * @param bool   $is_whole Whether the text is as its author has written it. A text that is cut, such as the beginning of a post in a list, is no mistake of its author.
 */
function complete_tags( $content, $is_whole = false ) {
	if ( ! has_members_tag( $content ) ) {
		return $content;
	}
	list( $parts, $faulty ) = divide_content( $content );
	if ( ! $faulty ) {
		return $content;
	}
	$post     = get_post();
	$is_wrong = current_user_can( 'edit_posts' ) && ( $is_whole || ( $post && divide_content( $post->post_content )[1] ) );
	$complete = $is_wrong ? '<p role="alert">' . esc_html__( 'Here the shortcode wallet_members has no beginning or no end, or one of them is misspelt, so more is hidden than you may want. Only editors see this notice.', 'wallet-connect-button' ) . '</p>' : '';
	foreach ( $parts as list( $is_hidden, $text ) ) {
		$complete .= $is_hidden ? MEMBERS_TAG . $text . MEMBERS_END : $text;
	}
	return $complete;
}

// After blocks were drawn (9), and before shortcodes are replaced (11).
foreach ( array( 'the_content', 'widget_text', 'widget_text_content', 'widget_block_content' ) as $wallet_connect_button_filter ) {
	add_filter( $wallet_connect_button_filter, __NAMESPACE__ . '\complete_tags', 10 );
}

// A block theme's template has its shortcodes replaced first and its blocks drawn then. WordPress has no filter for its text.
add_filter(
	'template_include',
	function ( $file ) {
		global $_wp_current_template_content;
		$_wp_current_template_content = complete_tags( $_wp_current_template_content, true ); // phpcs:ignore WordPress.WP.GlobalVariablesOverride
		return $file;
	}
);

/**
 * Replaces the shortcodes for members where WordPress replaces none. Others stay: the text may have a visitor's words.
 *
 * @param string $html What everybody would get.
 */
function replace_members_tags( $html ) {
	global $shortcode_tags;
	if ( ! has_members_tag( $html ) ) {
		return $html;
	}
	$all            = $shortcode_tags;
	$shortcode_tags = array_intersect_key( $all, array_flip( array( 'wallet_members', 'wallet_member' ) ) ); // phpcs:ignore WordPress.WP.GlobalVariablesOverride
	$html           = do_shortcode( complete_tags( $html, true ) );
	$shortcode_tags = $all; // phpcs:ignore WordPress.WP.GlobalVariablesOverride
	return $html;
}

// In a template, what these blocks draw comes too late for its shortcodes. A widget of HTML has none.
foreach ( array( 'render_block_core/latest-posts', 'render_block_core/block', 'widget_custom_html_content' ) as $wallet_connect_button_filter ) {
	add_filter( $wallet_connect_button_filter, __NAMESPACE__ . '\replace_members_tags' );
}

// An excerpt has only what everybody may read. WordPress would leave out complete shortcodes, but no part of one.
add_filter(
	'get_the_excerpt',
	function ( $excerpt, $post = null ) {
		$is_own = '' !== trim( (string) $excerpt );
		$source = $is_own || ! $post ? (string) $excerpt : $post->post_content;
		if ( ! has_members_tag( $source ) ) {
			return $excerpt;
		}
		$open = join_parts( $source, false );
		if ( $is_own ) {
			// A part may begin in one tag of the HTML and end in another.
			return wp_kses_post( $open );
		}
		$words = wp_trim_words( strip_shortcodes( excerpt_remove_blocks( $open ) ), (int) apply_filters( 'excerpt_length', 55 ), apply_filters( 'excerpt_more', ' …' ) );
		return '' === $words ? '…' : $words;
	},
	9,
	2
);

// A search must not tell which page has a hidden word: others find a page with a part for members by its title only.
add_filter(
	'posts_search',
	function ( $search, $query ) {
		global $wpdb;
		if ( '' === $search || '' !== read_member() || current_user_can( 'edit_others_posts' ) ) {
			return $search;
		}
		$like   = '%' . $wpdb->esc_like( 'wallet_members' ) . '%';
		$hidden = $wpdb->prepare( "( $wpdb->posts.post_content LIKE %s OR $wpdb->posts.post_excerpt LIKE %s )", $like, $like );
		$title  = "$wpdb->posts.post_password = ''";
		foreach ( (array) $query->get( 'search_terms' ) as $term ) {
			$is_not = '-' === substr( $term, 0, 1 );
			$like   = '%' . $wpdb->esc_like( $is_not ? substr( $term, 1 ) : $term ) . '%';
			$title .= $wpdb->prepare( $is_not ? " AND $wpdb->posts.post_title NOT LIKE %s" : " AND $wpdb->posts.post_title LIKE %s", $like ); // phpcs:ignore WordPress.DB.PreparedSQL
		}
		return " AND ( ( NOT $hidden $search ) OR ( $hidden AND $title ) )";
	},
	10,
	2
);

/**
 * The addresses that only the parts for members have, without their fragments, as WordPress stores those of audio and video.
 *
 * @param string $content The text with shortcodes.
 */
function find_hidden_links( string $content ): array {
	if ( ! has_members_tag( $content ) ) {
		return array();
	}
	list( $hidden, $open ) = array( wp_extract_urls( join_parts( $content, true ) ), wp_extract_urls( join_parts( $content, false ) ) );
	return array_diff( array_map( 'strip_fragment_from_url', $hidden ), array_map( 'strip_fragment_from_url', $open ) );
}

// WordPress looks for audio and video in the whole text of a post, and names them in its feeds.
add_filter(
	'enclosure_links',
	function ( $links, $id ) {
		$post   = get_post( $id );
		$hidden = $post ? find_hidden_links( $post->post_content ) : array();
		return array_filter(
			$links,
			function ( $link ) use ( $hidden ) {
				return ! in_array( strip_fragment_from_url( $link ), $hidden, true );
			}
		);
	},
	10,
	2
);

// It may have found some before the text was for members, or before this plugin was there.
foreach ( array( 'rss_enclosure', 'atom_enclosure' ) as $wallet_connect_button_filter ) {
	add_filter(
		$wallet_connect_button_filter,
		function ( $tag ) {
			$post = get_post();
			foreach ( $post ? find_hidden_links( $post->post_content ) : array() as $link ) {
				if ( false !== strpos( $tag, '"' . esc_url( $link ) . '"' ) ) {
					return '';
				}
			}
			return $tag;
		}
	);
}
